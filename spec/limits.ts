import { amount, closed, count, list, type Shaped, text } from './shape.ts'

export const limitsShape = closed({
  tokenLifetimeSeconds: count,
  integrationKeysPerPartner: count,
  naicsDigits: count,
  dateFormat: text,
  /** Recommended pause between two status polls. */
  pollIntervalMs: closed({ min: count, max: count }),
  /** How much earlier a poll may come, as a part of the pause. */
  pollTolerance: amount,
  /** The longest time that counts as "at once" for the answer to a bind. */
  bindAnswerMs: count,
  /** After so many business days a pending registration should go to support. */
  pendingRegistrationBusinessDays: count,
  minimumTls: text,
  /** Limits that the specification leaves open. */
  unspecified: list(text),
})

/** Limits that bind either side (clause 8); those of webhook deliveries are in `Delivery`. */
export type Limits = Shaped<typeof limitsShape>
