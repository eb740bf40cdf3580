import { amount, closed, count, list, text } from './shape.ts'

/** Figures that bind somebody (clause 8); those of webhook deliveries are in `Delivery`. */
export interface Limits {
  readonly tokenLifetimeSeconds: number
  readonly integrationKeysPerPartner: number
  readonly naicsDigits: number
  readonly dateFormat: string
  /** Recommended pause between two status polls. */
  readonly pollIntervalMs: { readonly min: number; readonly max: number }
  /** How much earlier a poll may come, as a part of the pause. */
  readonly pollTolerance: number
  /** What "at once" is taken to mean for the answer to a bind. */
  readonly bindAnswerMs: number
  /** After so many business days a pending registration is a matter for support. */
  readonly pendingRegistrationBusinessDays: number
  readonly minimumTls: string
  /** Limits that the specification does not give. */
  readonly unspecified: readonly string[]
}

export const limitsShape = closed({
  tokenLifetimeSeconds: count,
  integrationKeysPerPartner: count,
  naicsDigits: count,
  dateFormat: text,
  pollIntervalMs: closed({ min: count, max: count }),
  pollTolerance: amount,
  bindAnswerMs: count,
  pendingRegistrationBusinessDays: count,
  minimumTls: text,
  unspecified: list(text),
})
