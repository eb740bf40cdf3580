import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { answered, unanswered } from '../testing/trace.ts'
import { goesOnListening } from './stays-up.ts'

const spec = await loadSpec()
const judge = (...exchanges: readonly Exchange[]) => goesOnListening.judge({ spec, exchanges, arrivals: [] })
const at = (seconds: number, exchange: Exchange): Exchange => ({
  ...exchange,
  operation: 'delivery',
  startedAt: seconds * 1000,
  elapsedMs: 10,
})
const taken = (seconds: number) => at(seconds, answered())
const dropped = (seconds: number) => at(seconds, unanswered('reset'))
const refused = (seconds: number) => at(seconds, unanswered('refused'))
const notSent = (seconds: number) => at(seconds, unanswered('unreachable'))

test('a receiver at whose address nothing listens any more has stopped, behind the delivery without an answer', () => {
  const deadly = dropped(1)
  expect(judge(taken(0), deadly, refused(1.1), notSent(22))).toMatchObject({
    kind: 'failed',
    findings: [{ exchange: deadly.id, observed: expect.stringMatching(/it died: .* it did not come back/) }],
  })
})

test('one that answered its last delivery has stopped behind that one', () => {
  const last = taken(1)
  expect(judge(taken(0), last, refused(1.1), notSent(22))).toMatchObject({
    findings: [{ exchange: last.id }],
  })
})

test('one that is gone from the beginning of a scenario has stopped before it', () => {
  expect(judge(refused(0), notSent(21))).toMatchObject({
    findings: [{ at: 'a delivery of the scenario before' }],
  })
})

test.each([
  ['that came back', [taken(0), dropped(1), refused(1.1), taken(3)]],
  ['that was gone for a moment at the end', [taken(0), dropped(1), refused(1.1)]],
  ['whose network is gone', [taken(0), notSent(1), notSent(22)]],
  ['that drops forgeries', [taken(0), dropped(1), taken(2), dropped(30)]],
])('nothing is said of one %s', (_, exchanges) => {
  expect(judge(...exchanges)).toBeUndefined()
})
