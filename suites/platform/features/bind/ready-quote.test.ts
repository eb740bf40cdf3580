import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { answeredWithin } from './ready-quote.ts'

const exchange = (operation: Exchange['operation'], elapsedMs: number, sentMs = 0) =>
  ({
    ...{ id: operation, operation, elapsedMs, timing: { sentMs }, startedAt: 0, targetMs: 0 },
    ...{ request: { method: 'PUT', url: '/', headers: [] } },
    answer: { status: 202, headers: [], body: { size: 0, sha256: '' } },
  }) as Exchange

test.each([
  ['in time', 1900, 0, 5, 'passed'],
  ['too late', 2600, 0, 5, 'failed'],
  ['late by the time until it was sent', 2600, 900, 5, 'passed'],
  ['late by what each answer takes on a busy machine', 2600, 0, 900, 'cannot-tell'],
  ['later than that', 4000, 0, 900, 'failed'],
])('a bind is answered %s', (_, elapsedMs, sentMs, usualMs, kind) => {
  const bind = exchange('bind', elapsedMs, sentMs)
  expect(answeredWithin(bind, 2000, [exchange('status', usualMs), bind]).kind).toBe(kind)
})
