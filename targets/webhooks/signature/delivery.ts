/** The parts of a request that its signature covers, as they were received. */
export interface SignedDelivery {
  readonly eventId?: string
  readonly timestamp?: string
  /** The value of the signature header. */
  readonly value?: string
  readonly body: Uint8Array
}

/** The signing secrets of one endpoint, and other secrets that a platform may confuse with them. */
export interface SigningSecrets {
  /** Absent until the registration has been answered. */
  readonly current?: string
  /** The secret that the last rotation replaced. */
  readonly former?: string
  /** Secrets that earlier rotations replaced. */
  readonly older: readonly string[]
  /** Secrets of all other endpoints. */
  readonly others: readonly string[]
}
