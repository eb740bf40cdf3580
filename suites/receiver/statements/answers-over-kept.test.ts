import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { answered, unanswered } from '../testing/trace.ts'
import { answersOverKept } from './answers-over-kept.ts'

const spec = await loadSpec()
const right = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, signedWith: 'own' },
})
const opened = (exchange: Exchange): Exchange => ({
  ...exchange,
  timing: { ...exchange.timing, connectMs: 1 },
})
const [taken, dropped] = [() => right(answered()), () => unanswered('reset')]

test.each([
  ['forgeries that are dropped', [taken(), taken(), dropped(), dropped()], 'failed'],
  ['a single drop', [taken(), taken(), dropped()], undefined],
  [
    'right deliveries that are dropped too',
    [taken(), taken(), right(dropped()), dropped(), dropped()],
    undefined,
  ],
  ['drops of new connections', [taken(), taken(), opened(dropped()), opened(dropped())], undefined],
  ['hardly a right delivery', [taken(), dropped(), dropped()], undefined],
  ['answers', [taken(), taken(), answered(401), answered(401)], undefined],
] as const)('over a kept connection: %s', (_, exchanges, expected) => {
  expect(answersOverKept.judge({ spec, exchanges, arrivals: [] })?.kind).toBe(expected)
})
