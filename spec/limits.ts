import { amount, closed, list, type Shaped, text, wholeNumber } from './shape.ts'

export const limitsShape = closed({
  tokenLifetimeSeconds: wholeNumber,
  integrationKeysPerPartner: wholeNumber,
  naicsDigits: wholeNumber,
  dateFormat: text,
  /** Recommended pause between two status polls. */
  pollIntervalMs: closed({ min: wholeNumber, max: wholeNumber }),
  /** How much earlier a poll may come, as a part of the pause. */
  pollTolerance: amount,
  /** The longest time that counts as "at once" for the answer to a bind. */
  bindAnswerMs: wholeNumber,
  /** After so many business days a pending registration should go to support. */
  pendingRegistrationBusinessDays: wholeNumber,
  minimumTls: text,
  /** Limits that the specification leaves open. */
  unspecified: list(text),
})

/** Limits that bind either side (clause 8); those of webhook deliveries are in `Delivery`. */
export type Limits = Shaped<typeof limitsShape>
