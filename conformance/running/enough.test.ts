import { describe, expect, test } from 'vitest'
import { type FakeScenarioOptions, fakeScenario, pass, planOf, target } from '../selection/fakes.ts'
import { failed } from '../verdict.ts'
import { outcomesIn, runAll } from './fakes.ts'

const breach = (expected: string) => () => failed({ expected, observed: 'something else' })
const exclusive = (id: string, claims: FakeScenarioOptions['claims']) =>
  fakeScenario(id, { exclusive: true, ...(claims && { claims }) })
const plan = planOf({
  scenarios: [
    exclusive('a', { one: breach('x'), two: breach('x') }),
    exclusive('b', { three: breach('y') }),
    exclusive('c', { four: breach('z') }),
    exclusive('d', { five: pass }),
  ],
  standing: [],
})
const run = (after: number, isKnown: (requirement: string) => boolean = () => false) =>
  runAll(plan, {
    limits: { shared: 1, exclusive: 1 },
    stop: { after, isKnown: ({ requirement }) => isKnown(requirement) },
  })

test.each([
  [1, ['one failed', 'two failed'], 'after the first cause'],
  [2, ['one failed', 'two failed', 'three failed'], 'after 2 causes'],
])('a run ends after %d causes of failures', async (after, seen, why) => {
  const events = await run(after)
  expect(outcomesIn(events)).toEqual(seen)
  expect(events.at(-1)).toMatchObject({ type: 'run-finished', end: { how: 'stopped', why } })
})

test('a run with fewer causes goes on to its end', async () => {
  const events = await run(4)
  expect(outcomesIn(events)).toHaveLength(5)
  expect(events.at(-1)).toMatchObject({ end: { how: 'completed' } })
})

test('what was known before the run does not end it', async () => {
  const events = await run(1, (requirement) => requirement !== 'three')
  expect(outcomesIn(events)).toEqual(['one failed', 'two failed', 'three failed'])
})

test('a warning does not end a run', async () => {
  const requirement = {
    id: 'one',
    clause: '4',
    level: 'should' as const,
    side: 'platform' as const,
    title: 'x',
  }
  const warned = planOf(
    { scenarios: [fakeScenario('a', { claims: { one: breach('x') } })], standing: [] },
    { rules: { version: 'v1.14.2', requirements: [requirement], holds: () => true } },
  )
  const events = await runAll(warned, { stop: { after: 1, isKnown: () => false } })
  expect(events.at(-1)).toMatchObject({ end: { how: 'completed' } })
})

test('a scenario that is still running is given up, and says why', async () => {
  const slow = planOf({
    scenarios: [
      fakeScenario('fails', { claims: { one: breach('x') } }),
      fakeScenario('hangs', { drive: () => new Promise<never>(() => undefined), claims: { two: pass } }),
    ],
    standing: [],
  })
  const events = await runAll(slow, { target: target(), stop: { after: 1, isKnown: () => false } })
  expect(outcomesIn(events)).toEqual(['one failed', 'two not-exercised'])
  expect(JSON.stringify(events)).toContain('the run ended after the first cause while this scenario ran')
  expect(events.at(-1)).toMatchObject({ end: { how: 'stopped' } })
})

describe('a failure that may be a consequence', () => {
  const many = Array.from({ length: 60 }, (_, index) => `z${index}`)
  const scenarios = [
    fakeScenario('early', { claims: { consequence: breach('x') } }),
    ...many.map((id) => fakeScenario(id, { claims: { [id]: pass } })),
    fakeScenario('later', { claims: { cause: breach('y') } }),
  ]
  const planned = (explainedIn: readonly string[], explainedBy: readonly string[] = []) => {
    const whole = planOf({ scenarios, standing: [] })
    const requirements = whole.requirements.map((one) =>
      one.id === 'consequence' ? { ...one, explainedIn, explainedBy } : one,
    )
    return { ...whole, requirements }
  }
  const outcomesWith = async (explainedIn: readonly string[]) =>
    outcomesIn(
      await runAll(planned(explainedIn), {
        limits: { shared: 1 },
        stop: { after: 1, isKnown: () => false },
      }),
    )

  test('does not end a run before what may show its cause, which comes next', async () => {
    expect(await outcomesWith(['later'])).toEqual(['consequence failed', 'cause failed'])
  })

  test('has what may show its cause come next in a run to the end, too', async () => {
    const all = outcomesIn(await runAll(planned(['later']), { limits: { shared: 1 } }))
    expect(all.slice(0, 2)).toEqual(['consequence failed', 'cause failed'])
    expect(all).toHaveLength(many.length + 2)
  })

  test('leaves exclusive scenarios in their order in a run to the end of one target', async () => {
    const alone = planOf({
      scenarios: [
        exclusive('early', { consequence: breach('x') }),
        exclusive('between', { other: pass }),
        exclusive('later', { cause: breach('y') }),
      ],
      standing: [],
    })
    const requirements = alone.requirements.map((one) =>
      one.id === 'consequence' ? { ...one, explainedIn: ['later'] } : one,
    )
    expect(outcomesIn(await runAll({ ...alone, requirements }))).toEqual([
      'consequence failed',
      'other passed',
      'cause failed',
    ])
  })

  test.each([
    [['cause'], 'completed'],
    [[], 'stopped'],
  ])('explained by %j is no second cause where that has failed: the run is %s', async (explainedBy, how) => {
    const events = await runAll(planned(['later'], explainedBy), {
      limits: { shared: 1 },
      stop: { after: 2, isKnown: () => false },
    })
    expect(events.at(-1)).toMatchObject({ end: { how } })
  })

  test('ends it at the latest after some further scenarios', async () => {
    const seen = await outcomesWith(['never-ends'])
    expect(seen).toHaveLength(41)
  })
})
