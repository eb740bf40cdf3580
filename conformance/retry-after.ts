import type { Answer } from './exchange.ts'
import { headerOf } from './headers.ts'

/**
 * The time that an answer asks its client to wait (RFC 9110 section 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds; undefined where it asks for none
 */
export function askedWait({ headers }: Pick<Answer, 'headers'>, now: number): number | undefined {
  const retryAfter = headerOf(headers, 'retry-after')
  if (retryAfter === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
