import { expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt } from '../../../../vocabulary/attempts/testing.ts'
import type { Breaking } from './endpoints.ts'
import { enableWhenDue } from './under-way.ts'

const spec = await loadSpec()
const MINUTE_MS = 60_000

/** Seven attempts at an event, and some more after its endpoint is enabled again. */
async function watched(later: number) {
  const arrivals: Arrival[] = [0, 1, 3, 7, 15, 31, 63].map((second) => attemptAt(second * 1000))
  const most = arrivals.length + later
  const webhooks = {
    async watch() {
      if (arrivals.length >= most) return false
      arrivals.push(attemptAt((arrivals.length + 1440) * MINUTE_MS))
      return true
    },
  }
  const breaking = {
    context: {
      ...{ spec, webhooks, clock: { virtual: true }, facts: { timing: { deliverySlack: 2000 } } },
      operator: { perform: async () => ({}) },
    },
    endpoints: { always: { id: 'one', arrivals: () => arrivals } },
    quotes: { isAbout: () => true },
  }
  await enableWhenDue(breaking as unknown as Breaking)
  return arrivals.length
}

test.each([
  ['lost', 0, 7],
  ['sent later, three of them', 3, 10],
  ['begun anew', 10, 11],
  ['without end', Number.POSITIVE_INFINITY, 11],
])('repeats that are %s', async (_, later, came) => {
  expect(await watched(later)).toBe(came)
})
