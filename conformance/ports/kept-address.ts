/** How people reach the sessions of a run that they drive. Path and credentials follow from the key, so that only the key is kept. */
export interface KeptAddress {
  /** A random text that nobody else may read. */
  readonly key: string
  /** The port of the simulated platform. */
  readonly port: number
}

/** Keeps the address of a run, so that the run that resumes it has the same. */
export interface AddressKeeper {
  /** The address of the run that is resumed; absent where none is, or where its address is not known. */
  readonly before?: KeptAddress
  keep(address: KeptAddress): void
}
