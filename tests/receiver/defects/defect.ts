import { createHmac } from 'node:crypto'
import { type Behaviour, type Got, SECRETS } from '../fake.ts'

/** A receiver with one defect. */
export interface Defect {
  readonly changes: Partial<Behaviour>
  /** Scenarios in which the defect shows. */
  readonly in: string | readonly string[]
  /** The requirements that only warn, where none fails. */
  readonly warns?: readonly string[]
  /** The requirements that must fail, in the order of the report. */
  readonly finds: readonly string[]
  /** Requirements that must not fail: they would name another cause. */
  readonly spares?: readonly string[]
  /** The circumstances of the wrong deliveries, as the report has to name them. */
  readonly under?: string
}

export const json = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString('utf8'))
export const joined = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
export const over = (change: (body: Buffer) => Buffer | string): Partial<Behaviour> => ({
  signed: ({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, Buffer.from(change(body))),
})
/** Also accepts signatures over another text. */
export const also = (text: (got: Got) => Buffer, hash = 'sha256'): Partial<Behaviour> => ({
  matches: (given, wanted, got) =>
    given === wanted || given === createHmac(hash, SECRETS.own).update(text(got)).digest('hex'),
})
export const matching = (matches: Behaviour['matches']): Partial<Behaviour> => ({ matches })
export const objecting = (when: (got: Got) => boolean): Partial<Behaviour> => ({
  objects: (got) => (when(got) ? 400 : undefined),
})
export const verifying = (verifies: Behaviour['verifies']): Partial<Behaviour> => ({ verifies })
export const typeIs = (type: string) => (got: Got) => json(got.body).type === type
