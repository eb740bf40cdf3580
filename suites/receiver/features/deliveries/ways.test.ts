import { expect, test } from 'vitest'
import type { RightSending, RightWay } from '../../../../generators/right-ways.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { deliveriesInWays, type SentEvent } from './ways.ts'

const PLAIN: RightSending = {
  ...{ secret: 'own', names: 'as-stated', framing: 'whole', layout: 'compact', time: 'thousandths' },
}

const sent = (id: string, event: Partial<RightWay>, first: Partial<RightSending> = {}): SentEvent => ({
  id,
  attempts: [answered(), answered()],
  way: {
    ...{ type: 'quote.created', id: 'uuid', letters: 'ascii', brokerage: 'usual', kilobytes: 0 },
    ...{ again: PLAIN, ...event },
    first: { ...PLAIN, ...first },
  },
})

/** By requirement: a delivery whose first attempt that requirement judges. */
const ALL: Readonly<Record<string, SentEvent>> = {
  'receiver-accepts-the-previous-secret': sent('a', { id: 'long' }, { secret: 'previous', names: 'small' }),
  'receiver-accepts-any-event-id': sent('b', { id: 'marks', letters: 'others' }),
  'receiver-accepts-chunks': sent('c', {}, { framing: 'chunked', names: 'capital' }),
  'receiver-accepts-pieces': sent('d', {}, { framing: 'pieces' }),
  'receiver-accepts-any-header-case': sent('e', {}, { names: 'small' }),
  'receiver-accepts-whole-seconds': sent('i', { letters: 'others' }, { time: 'seconds' }),
  'receiver-accepts-timestamp-offsets': sent('j', {}, { time: 'offset', layout: 'indented' }),
  'receiver-verifies-non-ascii': sent('f', { letters: 'others' }),
  'receiver-accepts-texts-of-any-form': sent('k', { brokerage: 'another' }),
  'receiver-accepts-a-repeat': sent('h', {}, { layout: 'indented' }),
  'receiver-accepts-a-body-over-16-kb': sent('g', { kilobytes: 40 }),
}

const trace = {
  sent: Object.values(ALL),
  effects: effectsOf(Object.fromEntries(Object.values(ALL).map(({ id }) => [id, 1]))),
}
const refusing = (id: string) => (copy: typeof trace) => ({
  ...copy,
  sent: copy.sent.map((one) =>
    one.id === id ? { ...one, attempts: [answered(401), answered(id === 'h' ? 401 : 200)] } : one,
  ),
})

const spec = await loadSpec()

testClaims(deliveriesInWays, {
  spec,
  trace,
  rows: [
    ...Object.entries(ALL).flatMap(([requirement, { id }]) => [
      { requirement, with: 'a refusal', change: refusing(id), expected: 'failed' as const },
    ]),
    {
      requirement: 'receiver-accepts-the-previous-secret',
      with: 'nothing that it speaks of',
      change: (copy: typeof trace) => ({ ...copy, sent: copy.sent.slice(1) }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a late answer',
      change: (copy: typeof trace) => ({
        ...copy,
        sent: copy.sent.map((one) => ({ ...one, attempts: [answered(200, 9000)] })),
      }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'one that is not processed',
      change: (copy: typeof trace) => ({ ...copy, effects: effectsOf({}) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-once',
      with: 'one that is processed at each attempt',
      change: (copy: typeof trace) => ({ ...copy, effects: effectsOf({ a: 2 }) }),
      expected: 'failed',
    },
  ],
})

test.each([
  ['receiver-accepts-the-previous-secret', 'receiver.previous_signing_secret'],
  ['receiver-accepts-texts-of-any-form', 'receiver.brokerage_id'],
])('%s names %s where the profile rules it out', (requirement, key) => {
  const claim = deliveriesInWays.claims.find((one) => one.requirement === requirement)
  const choices = { secrets: ['own'], brokerages: ['usual'] }
  const verdict = claim?.judge({ ...trace, sent: [], choices }, { spec, exchanges: [] })
  expect(verdict).toMatchObject({ kind: 'cannot-tell', key })
})
