import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import type { SendOptions } from '../../../../conformance/ports/receiver.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { RunTime } from '../../vocabulary/pace/run-time.ts'
import { type ForgeryRow, forgeriesInARow } from './in-a-row.ts'

const spec = await loadSpec()
const requirement = 'receiver-forgeries-keep-none-out'
const row = (forged: number, right = answered()): ForgeryRow => ({ forged, right: [right] })
const [shut, open] = [row(6, answered(429)), row(0)]

testClaims(forgeriesInARow, {
  spec,
  trace: [row(20)],
  rows: [
    {
      requirement,
      with: 'forgeries that keep right deliveries out each time, and as many right ones that do not',
      change: () => [shut, open, shut, shut, open],
      expected: 'failed',
      finding: { observed: 'status 429', at: 'behind many forgeries from the same address' },
    },
    {
      requirement,
      with: 'right deliveries that keep others out as well',
      change: () => [shut, row(0, answered(429))],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'a rate that right deliveries reach later',
      change: () => [shut, open, shut, shut, row(0, answered(429))],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'forgeries that keep others out once',
      change: () => [shut, open, shut, row(20)],
      expected: 'passed',
    },
    {
      requirement,
      with: 'a receiver that takes nothing any more',
      change: () => [shut],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'a row that ended early, with a right delivery that is taken',
      change: () => [row(2)],
      expected: 'cannot-tell',
    },
    {
      requirement,
      with: 'a refused connection, which a firewall may be the reason for',
      change: () => [shut, open, shut, shut, row(0, unanswered('refused'))],
      expected: 'cannot-tell',
    },
    { requirement, with: 'no time', change: () => [], expected: 'cannot-tell' },
  ],
})

/** Drives the rows. @param answer makes the answer to a delivery, by the number of forgeries before it */
async function drive(answer: (before: number, isForged: boolean) => Exchange) {
  const [sent, run] = [[] as (SendOptions | undefined)[], new RunTime(() => 0)]
  let forged = 0
  const context = {
    spec,
    opening: async () => answered(),
    owesNothing: () => undefined,
    time: async () => run,
    rate: async () => ({}),
    isSilent: async () => false,
    ...{ now: () => 0, sleep: async () => undefined, draft: () => ({}) },
    ...{ signed: () => ({ isForged: false }), changed: () => ({ isForged: true }) },
    async sendAtOnce({ isForged }: { readonly isForged: boolean }, options?: SendOptions) {
      sent.push(options)
      const got = answer(forged, isForged)
      if (isForged) forged += 1
      return got
    },
  }
  // The scenario uses no other part of a context: what waits for a receiver that is gone would fail here.
  const rows = await forgeriesInARow.drive(context as unknown as ReceiverContext, new Set())
  return { rows: rows as readonly ForgeryRow[], sent }
}

const counts = (rows: readonly ForgeryRow[]) => rows.map(({ forged, right }) => [forged, right.length])

test('a firewall that refuses connections after five forgeries ends the rows, and is no outage', async () => {
  const { rows, sent } = await drive((before) => (before < 5 ? answered(401) : unanswered('refused')))
  expect(counts(rows)).toEqual([[6, 1]])
  expect(sent).toEqual(Array.from({ length: 7 }, () => ({ lenient: true })))
})

test('a connection that is refused later, while the receiver was waited for, ends the rows', async () => {
  let right = 0
  const { rows, sent } = await drive((before, isForged) => {
    if (isForged) return answered(before < 5 ? 401 : 429)
    right += 1
    return right < 3 ? answered(429) : unanswered('refused')
  })
  expect(counts(rows)).toEqual([
    [6, 1],
    [0, 1],
  ])
  expect(sent.every((options) => options?.lenient === true)).toBe(true)
})

test.each<[string, (before: number) => number, number]>([
  ['two nodes that refuse in two ways', (before) => (before % 2 === 0 ? 401 : 403), 20],
  ['a receiver that refuses with 429', () => 429, 20],
  ['a receiver that answers others with 429 then', (before) => (before < 5 ? 401 : 429), 6],
  ['a receiver that answers others with 503 then', (before) => (before < 5 ? 401 : 503), 6],
])('%s', async (_, status, forged) => {
  const { rows } = await drive((before, isForged) => answered(isForged ? status(before) : 200))
  expect(counts(rows)).toEqual([[forged, 1]])
})
