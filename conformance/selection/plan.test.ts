import { describe, expect, test } from 'vitest'
import { passed } from '../verdict.ts'
import { everything, fakeScenario, pass, planOf, requirement, rules, target } from './fakes.ts'

const suite = {
  scenarios: [
    fakeScenario('bind/ready', { claims: { 'bind-answers-202': pass, 'bind-envelope': pass } }),
    fakeScenario('status/read', { claims: { 'status-envelope': pass }, readOnly: true }),
  ],
  standing: [],
}
const standing = { ...suite, standing: [{ requirement: 'answers-are-json', judge: () => passed() }] }

const reasons = (plan: ReturnType<typeof planOf>) =>
  Object.fromEntries(plan.requirements.map(({ id, reason }) => [id, reason]))
const ids = (plan: ReturnType<typeof planOf>) => plan.scenarios.map((planned) => planned.scenario.id)

describe('selection', () => {
  test('everything is planned by default, without reasons', () => {
    const plan = planOf(suite)
    expect(ids(plan)).toEqual(['bind/ready', 'status/read'])
    expect(Object.values(reasons(plan))).toEqual([undefined, undefined, undefined])
    expect(plan.filtered).toBe(false)
  })

  test('--only keeps the scenarios and claims of the selected requirements', () => {
    const plan = planOf(suite, { selection: { ...everything, only: ['bind-envelope'] } })
    expect(plan.scenarios.map(({ claims }) => claims.map((claim) => claim.requirement))).toEqual([
      ['bind-envelope'],
    ])
    expect(reasons(plan)).toMatchObject({
      'bind-answers-202': 'left out by --only',
      'bind-envelope': undefined,
    })
    expect(plan.filtered).toBe(true)
  })

  test('a selected standing claim keeps every scenario, without its own claims', () => {
    const plan = planOf(standing, { selection: { ...everything, only: ['answers-are-json'] } })
    expect(plan.scenarios.map(({ claims }) => claims.length)).toEqual([0, 0])
  })

  test('--scenario keeps only the scenarios it names', () => {
    const plan = planOf(suite, { selection: { ...everything, scenarios: ['bind'] } })
    expect(ids(plan)).toEqual(['bind/ready'])
    expect(reasons(plan)['status-envelope']).toBe('left out by --scenario')
  })

  test('--scenario with a case keeps the claims that the case shows, and those that each case may', () => {
    const ready = fakeScenario('bind/ready', { claims: { 'bind-answers-202': pass, 'bind-envelope': pass } })
    const claims = ready.claims.map((one, place) => (place === 0 ? { ...one, case: 'late' } : one))
    const cases = { ...suite, scenarios: [{ ...ready, cases: ['late', 'early'], claims }] }
    const claimsOf = (...scenarios: readonly string[]) => {
      const plan = planOf(cases, { selection: { ...everything, scenarios } })
      return [plan.scenarios.map((one) => one.claims.map(({ requirement: id }) => id)), reasons(plan)]
    }
    const late = ['bind-answers-202', 'bind-envelope']
    expect(claimsOf('bind/ready#late')).toMatchObject([[late], { 'bind-answers-202': undefined }])
    expect(claimsOf('bind/ready#early')).toMatchObject([
      [['bind-envelope']],
      { 'bind-answers-202': 'left out by --scenario', 'bind-envelope': undefined },
    ])
    expect(claimsOf('bind/ready#early', 'bind')).toMatchObject([[late], { 'bind-answers-202': undefined }])
  })

  test('shards share out all scenarios, each to exactly one', () => {
    const many = {
      scenarios: Array.from({ length: 20 }, (_, n) => fakeScenario(`s/${n}`, { claims: { one: pass } })),
      standing: [],
    }
    const shards = [1, 2, 3].map((index) =>
      ids(planOf(many, { selection: { ...everything, shard: { index, count: 3 } } })),
    )
    expect(shards.flat().toSorted()).toEqual(ids(planOf(many)).toSorted())
    expect(shards.every((shard) => shard.length > 0)).toBe(true)
  })
})

describe('production', () => {
  const production = target({
    facts: { name: 'p', environment: 'production', baseUrl: 'https://p', apiVersion: 'v1.14.2' },
  })

  test('only scenarios that read are kept, and the others say what would let them run', () => {
    const plan = planOf(suite, { target: production })
    expect(ids(plan)).toEqual(['status/read'])
    expect(reasons(plan)['bind-envelope']).toMatch(/environment is production.*--allow-writes/)
  })

  test('--allow-writes keeps them all', () => {
    const plan = planOf(suite, { target: production, selection: { ...everything, allowWrites: true } })
    expect(plan.scenarios).toHaveLength(2)
  })
})

describe('requirements that nothing judges', () => {
  const one = { scenarios: [fakeScenario('a', { claims: { judged: pass, later: pass } })], standing: [] }
  const plan = planOf(one, {
    rules: rules(
      requirement('judged'),
      requirement('later', { since: 'v9.0.0' }),
      requirement('left-out', { excluded: 'cannot be seen from outside' }),
      requirement('forgotten'),
      requirement('of-a-client', { side: 'client' }),
    ),
  })

  test('each carries its reason; other sides and what no run could judge are not listed', () => {
    expect(reasons(plan)).toEqual({
      judged: undefined,
      later: 'in force since v9.0.0 only; this run judges v1.14.2',
      forgotten: 'no claim of the suite judges it',
    })
  })

  test('claims on requirements that are not in force are not planned', () => {
    expect(plan.scenarios.flatMap(({ claims }) => claims.map((claim) => claim.requirement))).toEqual([
      'judged',
    ])
  })

  test('scenarios that are for other versions alone are not planned, whatever standing claims there are', () => {
    const later = planOf(
      {
        scenarios: [
          fakeScenario('now', { claims: { judged: pass } }),
          fakeScenario('later', { claims: { later: pass } }),
        ],
        standing: [{ requirement: 'judged', judge: () => passed() }],
      },
      { rules: rules(requirement('judged'), requirement('later', { since: 'v9.0.0' })) },
    )
    expect(ids(later)).toEqual(['now'])
  })

  test('a scenario whose claims are for other versions is planned where it shows a standing claim of this one', () => {
    const shown = planOf(
      {
        scenarios: [fakeScenario('later', { claims: { later: pass } })],
        standing: [{ requirement: 'judged', shownIn: ['later'], judge: () => passed() }],
      },
      { rules: rules(requirement('judged'), requirement('later', { since: 'v9.0.0' })) },
    )
    expect(ids(shown)).toEqual(['later'])
  })
})

test('a claim on an unknown requirement is refused', () => {
  expect(() => planOf(suite, { rules: rules() })).toThrow(/bind-answers-202/)
})

test('a standing claim that only records keeps the scenarios that show it, where it is selected', () => {
  const standing = [{ requirement: 'two', shownIn: ['a'], judge: () => undefined }]
  const recording = {
    scenarios: [fakeScenario('a', { claims: { one: pass } }), fakeScenario('b', { claims: { one: pass } })],
    standing,
  }
  const driven = (only: string[]) =>
    planOf(recording, {
      rules: rules(requirement('one'), requirement('two')),
      selection: { ...everything, only },
    }).scenarios.map((planned) => planned.scenario.id)
  expect(driven(['two'])).toEqual(['a'])
  expect(driven([])).toEqual(['a', 'b'])
})

test('a scenario that shows a standing claim and cannot be driven says why, without claims of its own', () => {
  const needs = [{ operator: 'hold_issue' }]
  const planned = planOf(
    {
      scenarios: [fakeScenario('a', { needs }), fakeScenario('b', { needs })],
      standing: [{ requirement: 'two', shownIn: ['a'], judge: () => undefined }],
    },
    { target: target({ lacks: () => ({ why: 'no hold', key: 'operator.hold_issue' }) }) },
  )
  expect(planned.scenarios.map(({ scenario, unmet }) => [scenario.id, unmet?.key])).toEqual([
    ['a', 'operator.hold_issue'],
  ])
})

test('an unmet need is kept with its reason and key', () => {
  const needy = {
    scenarios: [fakeScenario('a', { needs: [{ outcome: 'failed' }], claims: { one: pass } })],
    standing: [],
  }
  const lacking = target({
    lacks: (need) => ({ why: `no ${Object.entries(need).join()}`, key: 'outcomes.failed' }),
  })
  expect(planOf(needy, { target: lacking }).scenarios[0]?.unmet).toEqual({
    why: 'no outcome,failed',
    key: 'outcomes.failed',
  })
})
