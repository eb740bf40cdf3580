import type { PersonalCyber } from './tables.ts'

/** Result of rating. Amounts in dollars. */
export interface Rating {
  readonly premium: number
  readonly policyFee: number
  readonly aggLimit: number
  readonly retention: number
  /** The submitted retention, when it was below the minimum. */
  readonly raisedFrom?: number
  readonly effectiveDate: string
  readonly expirationDate: string
  readonly limits: Readonly<Record<string, number>>
  readonly periods: Readonly<Record<string, number>>
  readonly personalCyber: PersonalCyber
}
