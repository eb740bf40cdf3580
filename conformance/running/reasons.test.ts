import { expect, test } from 'vitest'
import { fakeScenario, pass, planOf } from '../selection/fakes.ts'
import { CannotTell, cannotTell, passed, whyLeft } from '../verdict.ts'
import { checks, outcomesIn, runAll } from './fakes.ts'

test('a scenario that was stopped says why for the standing claims that it was to show', async () => {
  const left = cannotTell('nobody approved it', 'operator.approve')
  const stopped = fakeScenario('a', { drive: async () => ({ left }), claims: { one: pass } })
  const standing = [
    { requirement: 'each', shownIn: ['a'], judge: () => undefined },
    { requirement: 'two', shownIn: ['b'], judge: () => undefined },
  ]
  const events = await runAll(planOf({ scenarios: [stopped], standing }))
  expect(checks(events).map(({ requirement, verdict }) => [requirement, verdict])).toEqual([
    ['one', passed()],
    ['each', left],
  ])
  const judged = standing.map((one) => ({ ...one, judge: pass }))
  expect(outcomesIn(await runAll(planOf({ scenarios: [stopped], standing: judged })))).toContain(
    'each passed',
  )
})

test.each([
  ['that ends with a lack', () => Promise.reject(new CannotTell('no such recipe', 'outcomes.failed'))],
  [
    'that says in its trace what was lacking',
    async () => whyLeft(new CannotTell('no such recipe', 'outcomes.failed')),
  ],
])('a scenario %s names it for the statements that it was to show', async (_, drive) => {
  const standing = [{ requirement: 'one', shownIn: ['a'], judge: () => undefined }]
  const scenarios = [fakeScenario('a', { drive, claims: { two: pass } })]
  const events = await runAll(planOf({ scenarios, standing }))
  expect(checks(events).find(({ requirement }) => requirement === 'one')?.verdict).toMatchObject({
    key: 'outcomes.failed',
  })
})
