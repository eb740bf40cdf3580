import { expect, test } from 'vitest'
import { loadSpec } from '../../../../../spec/index.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { circuitBreaker } from './breaker/part.ts'
import { deliveryOutcomes } from './outcomes/part.ts'
import { lackOfPart } from './part.ts'
import { retrySchedule } from './retries/part.ts'

const spec = await loadSpec()
const parts = { retries: retrySchedule, outcomes: deliveryOutcomes, breaker: circuitBreaker }

const contextOf = (longestWait: number | undefined, virtual = false, can = true) =>
  ({
    spec,
    clock: { virtual },
    operator: { can: () => can },
    facts: { timing: longestWait === undefined ? {} : { longestWait } },
  }) as unknown as PlatformContext

const leftOut = (...context: Parameters<typeof contextOf>) =>
  Object.entries(parts).flatMap(([name, one]) =>
    lackOfPart(one, contextOf(...context)) === undefined ? [] : [name],
  )

test.each([
  [undefined, []],
  [60_000, ['retries', 'breaker']],
  [400_000, ['breaker']],
  [30_000, ['retries', 'outcomes', 'breaker']],
])('on real time a longest wait of %s ms leaves out %j', (longestWait, names) => {
  expect(leftOut(longestWait)).toEqual(names)
})

test('on a clock that can be moved nothing takes long', () => {
  expect(leftOut(1, true)).toEqual([])
})

test('what is left out names the key that would change it', () => {
  expect(lackOfPart(parts.breaker, contextOf(1000))).toMatchObject({
    kind: 'cannot-tell',
    key: 'timing.longest_wait',
  })
  expect(lackOfPart(parts.breaker, contextOf(undefined, true, false))).toMatchObject({
    key: 'operator.register_endpoint',
  })
})
