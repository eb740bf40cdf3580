import { createHash } from 'node:crypto'

/** SHA-256 of a text, in hex: how a random token is kept, so that whoever reads the store cannot use it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A short mark of a state: two states with the same mark are the same. */
export const markOfState = (state: unknown): string => digestOf(JSON.stringify(state) ?? '').slice(0, 16)
