import { expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { nothingAfter } from './repeats-of-others.ts'

const at = (...moments: readonly number[]) =>
  moments.map((moment) => ({ earliest: moment, latest: moment }) as Arrival)

test.each([
  ['nothing more', at(0, 10, 20), 1000, 'passed'],
  ['what was under way', at(0, 10, 2800), 1000, 'passed'],
  ['a repeat of another event', at(0, 10, 3500), 1000, 'failed'],
  ['an endpoint that stayed in service', at(0, 10, 2000), undefined, 'cannot-tell'],
] as const)('%s', (_, arrivals, outSince, expected) => {
  const trace = { arrivals, watchedMs: 80_000, ...(outSince !== undefined && { outSince }) }
  expect(nothingAfter(trace).kind).toBe(expected)
})
