/** A broker that an operator added. */
export interface Broker {
  readonly id: string
  readonly brokerageName: string
  readonly email: string
  readonly licensedStates: readonly string[]
  /** Milliseconds since the epoch. */
  readonly addedAt: number
}
