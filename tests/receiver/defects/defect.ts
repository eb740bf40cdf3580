import { createHmac } from 'node:crypto'
import { type Behaviour, type Got, right, SECRETS } from '../fake.ts'

/** The defect of a receiver, and what a run must say of it. */
export interface Defect {
  /** Makes the changes of a receiver that has come by no delivery yet. */
  changes(): Partial<Behaviour>
  /** Scenarios in which the defect shows. */
  readonly in: readonly string[]
  /** The requirements that must fail, in the order of the report. */
  readonly finds: readonly string[]
  /** The requirements that only warn. */
  readonly warns?: readonly string[]
  /** Requirements that must not fail: they would name another cause. */
  readonly spares?: readonly string[]
  /** The circumstances of the wrong deliveries, as the report has to name them. */
  readonly under?: string
}

export type Secret = keyof typeof SECRETS

export const json = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString('utf8'))

/** The signature of a text with a secret, in hex. */
export const hmacOf = (text: Uint8Array | string, secret: Secret, hash = 'sha256'): string =>
  createHmac(hash, SECRETS[secret]).update(text).digest('hex')

/** Says whether a delivery is signed with a secret. */
export const isSignedWith = (secret: Secret, got: Got): boolean =>
  hmacOf(right.signed(got), secret) === got.signature
