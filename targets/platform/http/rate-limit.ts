import type { Answer } from '../../../conformance/exchange.ts'
import { askedWait } from '../../../conformance/retry-after.ts'

const MAX_WAIT_MS = 30_000
/** Number of repeats without a wait where the answer asks for none. */
const OFTEN = 10
const LEAST_WAIT_MS = 1000
/** A 503 without `Retry-After` may be the service's own answer, and waiting does not change it. */
const UNPROMISED_WAITS = 2

/** The wait that an answer asks for. */
export interface PutOff {
  /** Milliseconds until the same request should come again. */
  readonly delayMs: number
}

/**
 * Finds out whether an answer puts the request off, unprocessed: 429, and 503 (RFC 9110 sections 10.2.3 and 15.6.4).
 * @param attempt how often the request was sent, from 1
 * @param now milliseconds since the epoch
 * @returns how long to wait: what the answer asks for, else a time that doubles from a second on, and never more than 30 s
 */
export function putOff(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  attempt: number,
  now: number,
): PutOff | undefined {
  const isPromised = headers.some(([name]) => name === 'retry-after')
  const isPutOff = status === 429 || (status === 503 && (isPromised || attempt <= UNPROMISED_WAITS))
  if (!isPutOff) return undefined
  const growing = 1000 * 2 ** Math.min(attempt - 1, 10)
  const least = attempt < OFTEN ? 0 : LEAST_WAIT_MS
  return { delayMs: Math.max(least, Math.min(MAX_WAIT_MS, askedWait({ headers }, now) ?? growing)) }
}
