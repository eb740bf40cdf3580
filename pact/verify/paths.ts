/** Paths of the front server that are not paths of the platform: they set up provider states and cause events. */
export const STATES_PATH = '/_pact/states'
export const MESSAGE_PATH = '/_pact/message'
