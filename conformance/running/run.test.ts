import { describe, expect, test } from 'vitest'
import { type FakePorts, fakeScenario, pass, planOf, target } from '../selection/fakes.ts'
import { CannotTell, failed, observed, passed } from '../verdict.ts'
import { checks, outcomesIn, runAll } from './fakes.ts'

const never = new Promise<never>(() => undefined)
const crash = () => {
  throw new TypeError('undefined is not a quote')
}

describe('judging', () => {
  test('claims are judged by the trace that the scenario returned, between the events of a whole run', async () => {
    const plan = planOf({
      scenarios: [fakeScenario('a', { drive: async () => 'trace', claims: { one: pass } })],
      standing: [],
    })
    const events = await runAll(plan)
    expect(events.map((event) => event.type)).toEqual([
      'run-started',
      'scenario-started',
      'scenario-finished',
      'run-finished',
    ])
    expect(outcomesIn(events)).toEqual(['one passed'])
    expect(events.at(-1)).toMatchObject({ end: { how: 'completed' } })
  })

  test('of a breach that shows again and again the first and the last are kept, and how many there were', async () => {
    const again = Array.from({ length: 500 }, (_, index) => ({
      expected: '202',
      observed: '500',
      exchange: `a/${index}`,
    }))
    const plan = planOf({
      scenarios: [fakeScenario('a', { claims: { bad: () => failed(...again) } })],
      standing: [],
    })
    const [check] = checks(await runAll(plan))
    expect(check?.exchanges).toEqual(['a/0', 'a/499'])
    expect(check?.verdict).toMatchObject({ findings: [{ times: 499 }, {}] })
  })

  test('a breach rests on the exchanges its findings name, anything else on all of its scenario', async () => {
    const send = fakeScenario('a', {
      drive: async (ports) => {
        ports.send('POST')
        ports.send('GET')
      },
      claims: {
        good: pass,
        bad: () => failed({ expected: '202', observed: '500', exchange: 'a/2' }),
        vague: () => failed({ expected: 'order', observed: 'disorder' }),
      },
    })
    const events = await runAll(planOf({ scenarios: [send], standing: [] }))
    expect(checks(events).map((check) => check.exchanges)).toEqual([[], ['a/2'], []])
  })

  test('an observation of a standing claim is reported once, however many scenarios show it', async () => {
    const both = [
      fakeScenario('a', { drive: async (ports) => ports.send('POST'), claims: { one: pass } }),
      fakeScenario('b', { drive: async (ports) => ports.send('POST'), claims: { one: pass } }),
    ]
    const judge = () => observed('an answer')
    const events = await runAll(planOf({ scenarios: both, standing: [{ requirement: 'each', judge }] }))
    expect(outcomesIn(events).filter((line) => line.startsWith('each'))).toEqual(['each observed'])
  })

  test('a standing claim judges every scenario that holds something it speaks of', async () => {
    const both = [
      fakeScenario('a', { drive: async (ports) => ports.send('POST'), claims: { one: pass } }),
      fakeScenario('b', { claims: { one: pass } }),
    ]
    const judge = ({ exchanges }: { exchanges: readonly unknown[] }) =>
      exchanges.length > 0 ? observed('an answer') : undefined
    const events = await runAll(planOf({ scenarios: both, standing: [{ requirement: 'each', judge }] }))
    expect(outcomesIn(events).filter((line) => line.startsWith('each'))).toEqual(['each observed'])
  })

  test('a standing claim leaves out a scenario that is exempt from it', async () => {
    const drive = async (ports: FakePorts) => ports.send('POST')
    const both = [fakeScenario('a', { drive, exempt: ['each'] }), fakeScenario('b', { drive })]
    const events = await runAll(planOf({ scenarios: both, standing: [{ requirement: 'each', judge: pass }] }))
    expect(checks(events).map(({ scenario: id }) => id)).toEqual(['b'])
  })
})

describe('what cannot be decided', () => {
  test('CannotTell becomes the verdict of all claims, and what was sent is judged all the same', async () => {
    const stuck = fakeScenario('a', {
      drive: async (ports) => {
        ports.send('POST')
        throw new CannotTell('no such recipe', 'outcomes.failed')
      },
      claims: { one: pass, two: pass },
    })
    const standing = [{ requirement: 'each', judge: () => passed() }]
    const events = await runAll(planOf({ scenarios: [stuck], standing }))
    expect(outcomesIn(events)).toEqual(['one not-exercised', 'two not-exercised', 'each passed'])
    expect(checks(events)[0]?.verdict).toEqual({
      kind: 'cannot-tell',
      why: 'no such recipe',
      key: 'outcomes.failed',
    })
    expect(events.at(-1)).toMatchObject({ end: { how: 'completed' } })
  })

  test('a scenario with an unmet need is not driven', async () => {
    const lacking = target({ lacks: () => ({ why: 'no recipe', key: 'outcomes.failed' }) })
    const needy = fakeScenario('a', { needs: [{ outcome: 'failed' }], drive: crash, claims: { one: pass } })
    const events = await runAll(planOf({ scenarios: [needy], standing: [] }, { target: lacking }))
    expect(checks(events)[0]?.verdict).toMatchObject({ why: 'no recipe', key: 'outcomes.failed' })
    expect(events.at(-1)).toMatchObject({ end: { how: 'completed' } })
  })
})

describe('faults of the suite', () => {
  test.each([
    ['scenario', fakeScenario('a', { drive: crash, claims: { one: pass } })],
    ['claim', fakeScenario('a', { claims: { one: crash } })],
  ])(
    'a %s that throws breaks the run, holds nothing against the target, and the others go on',
    async (_, broken) => {
      const plan = planOf({ scenarios: [broken, fakeScenario('b', { claims: { two: pass } })], standing: [] })
      const events = await runAll(plan)
      expect(outcomesIn(events)).toEqual(['one not-exercised', 'two passed'])
      expect(events.at(-1)).toMatchObject({
        end: { how: 'broken', cause: 'suite', why: /undefined is not a quote/ },
      })
    },
  )
})

describe('a run that ends early', () => {
  test('an interruption gives up what runs, keeps what was judged and starts nothing new', async () => {
    const interruption = new AbortController()
    const hang = (ports: FakePorts) => {
      ports.send('POST')
      interruption.abort('Ctrl-C')
      return never
    }
    const plan = planOf({
      scenarios: [
        fakeScenario('a', { claims: { one: pass } }),
        fakeScenario('b', { drive: hang, claims: { two: pass } }),
        fakeScenario('c', { claims: { three: pass } }),
      ],
      standing: [],
    })
    const events = await runAll(plan, { signal: interruption.signal, limits: { shared: 1 } })
    expect(outcomesIn(events)).toEqual(['one passed', 'two not-exercised'])
    expect(checks(events)[1]).toMatchObject({
      verdict: { cutOff: true, why: /interrupted/ },
    })
    expect(events.at(-1)).toMatchObject({ end: { how: 'interrupted', why: 'Ctrl-C' } })
  })

  test('a lost target ends the run before the next scenario', async () => {
    let why: string | undefined
    const lose = async () => {
      why = 'connection refused'
    }
    const plan = planOf({
      scenarios: [
        fakeScenario('a', { drive: lose, claims: { one: pass } }),
        fakeScenario('b', { claims: { two: pass } }),
      ],
      standing: [],
    })
    const events = await runAll(plan, { target: { ...target(), lost: () => why }, limits: { shared: 1 } })
    expect(outcomesIn(events)).toEqual(['one passed'])
    expect(events.at(-1)).toMatchObject({
      end: { how: 'target-lost', why: 'connection refused', cause: 'target' },
    })
  })

  test('an obstacle is reported and nothing is driven', async () => {
    const plan = planOf({ scenarios: [fakeScenario('a', { claims: { one: pass } })], standing: [] })
    const ready = async () => ({ why: 'the credentials were refused', cause: 'credentials' as const })
    const events = await runAll(plan, { ready })
    expect(events.map((event) => event.type)).toEqual(['run-started', 'run-finished'])
    expect(events.at(-1)).toMatchObject({ end: { how: 'broken', cause: 'credentials' } })
  })

  test('an interruption ends the check of the target too', async () => {
    const plan = planOf({ scenarios: [fakeScenario('a', { claims: { one: pass } })], standing: [] })
    const events = await runAll(plan, { ready: () => never, signal: AbortSignal.abort('Ctrl-C') })
    expect(events.at(-1)).toMatchObject({ end: { how: 'interrupted' } })
  })

  test('a profile that proved to be wrong ends the run, and is no breach', async () => {
    const plan = planOf({ scenarios: [fakeScenario('a', { claims: { one: pass } })], standing: [] })
    const events = await runAll(plan, { target: target({ misread: () => 'look there' }) })
    expect(events.at(-1)).toMatchObject({ end: { how: 'broken', why: 'look there', cause: 'profile' } })
  })

  test('a lost target gives up scenarios that would wait for it', async () => {
    const plan = planOf({
      scenarios: [fakeScenario('a', { drive: () => never, claims: { one: pass } })],
      standing: [],
    })
    const events = await runAll(plan, { target: { ...target(), lost: () => 'gone' } })
    expect(outcomesIn(events)).toEqual([])
    let asked = 0
    const later = { ...target(), lost: () => (++asked > 1 ? 'gone' : undefined) }
    expect(outcomesIn(await runAll(plan, { target: later }))).toEqual(['one not-exercised'])
  })
})

test('each lease is given back, also after a crash', async () => {
  let leased = 0
  const counting = target()
  const lease: typeof counting.lease = async (of) => {
    leased++
    return { ...(await counting.lease(of)), release: async () => void leased-- }
  }
  const plan = planOf({
    scenarios: [
      fakeScenario('a', { claims: { one: pass } }),
      fakeScenario('b', { drive: crash, claims: { one: pass } }),
    ],
    standing: [],
  })
  await runAll(plan, { target: { ...counting, lease } })
  expect(leased).toBe(0)
})
