/** Paths of the front that are none of the platform: provider states are brought about, an event is caused. */
export const STATES_PATH = '/_pact/states'
export const MESSAGE_PATH = '/_pact/message'
