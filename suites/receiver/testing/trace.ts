import type { Exchange, Failure } from '../../../conformance/exchange.ts'
import type { Effects } from '../vocabulary/effects/processed.ts'

const request = { method: 'POST', url: 'http://receiver.example/hooks', headers: [] } as const
let count = 0

/** A delivery that was answered after `headMs` milliseconds. */
export function answered(status = 200, headMs = 5): Exchange {
  count += 1
  return {
    id: `test#${count}`,
    operation: 'delivery',
    request,
    answer: { status, headers: [], body: { size: 0, sha256: '', text: '' } },
    startedAt: 0,
    elapsedMs: headMs,
    timing: { sentMs: 1, headMs },
    targetMs: 0,
  }
}

/** A delivery without an answer. */
export function unanswered(kind: Failure['kind'] = 'timeout'): Exchange {
  const { answer: _, timing, ...rest } = answered()
  return {
    ...rest,
    timing: { sentMs: timing?.sentMs ?? 0 },
    failure: { kind, message: `it failed: ${kind}` },
  }
}

/** How often ids were processed. */
export const effectsOf = (times: Readonly<Record<string, number>>): Effects => ({
  times,
  exchange: answered(),
  waitedMs: 100,
})

export const UNSEEN: Effects = { absent: 'profile', why: 'nothing says what was processed' }
