import { expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { delivered, spec } from '../../../../vocabulary/events/testing.ts'
import { isDeliveredOnce } from './under-way.ts'

const WATCHED = { watchedMs: 45_000 }

/** Deliveries of one event at some moments, in milliseconds. */
const at = (...moments: readonly number[]) =>
  moments.map((moment) => ({ earliest: moment, latest: moment }) as Arrival)

const four = (one: readonly Arrival[]) => [one, one, one, one]
const judged = (slow: readonly (readonly Arrival[])[], prompt = four(at(0)), heldUpMs = 0) =>
  isDeliveredOnce({ slow, prompt, ...WATCHED, heldUpMs }, spec.delivery).kind

test.each([
  ['one delivery of each', four(at(0)), 'passed'],
  ['one after the other', [at(0), at(7000), at(14_000), at(21_000)], 'passed'],
  ['a copy of each', four(at(0, 100)), 'passed'],
  ['two that repeat', [at(0, 6000), at(0, 6000), at(0), at(0)], 'passed'],
  ['three that repeat', [at(0), at(0, 6000), at(0, 6000), at(0, 6000)], 'failed'],
  ['one that did not come', [at(0), at(0), at(0), []], 'cannot-tell'],
] as const)('%s: %s', (_, slow, expected) => {
  expect(judged(slow)).toBe(expected)
})

test('nothing follows where the platform ended an attempt at its deadline, before its answer', () => {
  const own = [
    { ...delivered({ at: 0 }), besideMs: 0, unanswered: true as const },
    { ...delivered({ at: 9200 }), besideMs: 9200 },
  ]
  expect(judged(four(own))).toBe('cannot-tell')
  const soon = [own[0] as Arrival, { ...delivered({ at: 6000 }), besideMs: 6000 }]
  expect(judged(four(soon))).toBe('failed')
  expect([judged([own, soon, soon, soon]), judged([own, own, soon, soon])]).toEqual(['failed', 'cannot-tell'])
})

test('nothing follows where deliveries repeat anyhow, or the suite was held up', () => {
  expect(judged(four(at(0, 6000)), [at(0, 3000), at(0), at(0), at(0)])).toBe('cannot-tell')
  expect(judged(four(at(0, 6000)), four(at(0)), 5000)).toBe('cannot-tell')
})
