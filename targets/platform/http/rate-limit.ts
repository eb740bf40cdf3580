import type { Answer } from '../../../conformance/exchange.ts'

const MAX_WAITS = 5
const MAX_WAIT_MS = 30_000

/**
 * True for an answer that asks to be left alone for a while: 429, and 503 when it says until when (RFC 9110 section
 * 10.2.3). The request was not looked at then.
 */
export function asksToWait({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return status === 429 || (status === 503 && headers.some(([name]) => name === 'retry-after'))
}

/**
 * How long to wait before a request that was put off is sent again.
 *
 * @param attempt how often it was sent, from 1
 * @param retryAfter the header: seconds or an HTTP date (RFC 9110 section 10.2.3); without it the wait doubles from 1 s
 * @param now milliseconds since the epoch
 * @returns milliseconds, at most 30 s; undefined when it has been waited for often enough
 */
export function rateLimitDelay(
  attempt: number,
  retryAfter: string | undefined,
  now: number,
): number | undefined {
  if (attempt > MAX_WAITS) return undefined
  return Math.min(MAX_WAIT_MS, asked(retryAfter, now) ?? 1000 * 2 ** (attempt - 1))
}

function asked(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Remembers whether waiting has helped, so that a target that answers 429 to everything does not stretch a run for hours. */
export class RateLimits {
  #exhausted = false

  exhausted(): boolean {
    return this.#exhausted
  }

  exhaust(): void {
    this.#exhausted = true
  }

  open(): void {
    this.#exhausted = false
  }
}
