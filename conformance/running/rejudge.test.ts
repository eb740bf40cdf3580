import { describe, expect, test } from 'vitest'
import { fakeScenario, planOf, requirement, rules } from '../selection/fakes.ts'
import { failed, passed } from '../verdict.ts'
import { checks, outcomesIn, runAll } from './fakes.ts'
import { rejudge } from './rejudge.ts'

const suite = { name: 'quote-conformance', version: '9.9.9' }
const breach = () => failed({ expected: 'a', observed: 'b' })

const recorded = async () =>
  runAll(
    planOf({
      scenarios: [fakeScenario('a', { claims: { one: breach }, drive: async () => ({ seen: 3 }) })],
      standing: [],
    }),
  )

function fail(why: string): never {
  throw new TypeError(why)
}

const again = (events: Awaited<ReturnType<typeof recorded>>, plan: ReturnType<typeof planOf>) =>
  rejudge(events, { plan, spec: undefined, suite })

test('the claims of now judge the trace of then', async () => {
  const see = (trace: unknown) => ((trace as { seen: number }).seen === 3 ? passed() : breach())
  const mended = fakeScenario('a', { drive: () => Promise.reject(new Error('nothing is driven')) })
  const plan = planOf({
    scenarios: [{ ...mended, claims: [{ requirement: 'one', judge: see }] }],
    standing: [],
  })
  const events = again(await recorded(), plan)
  expect(outcomesIn(events)).toEqual(['one passed'])
  expect(events[0]).toMatchObject({ suite: { version: '9.9.9' }, recordedBy: '0.0.0' })
})

test.each([
  ['is named', (): string => '7', ['7']],
  ['stays unnamed where the older trace lacks it', (): string => fail('no number'), undefined],
] as const)('the case that shows a breach %s', async (_, caseOf, cases) => {
  const of = { ...fakeScenario('a', { claims: { one: breach } }), caseOf }
  const [check] = checks(again(await recorded(), planOf({ scenarios: [of], standing: [] })))
  expect(check).toMatchObject({ requirement: 'one', outcome: 'failed' })
  expect(check?.cases).toEqual(cases)
})

test('a claim that is new is judged, one that is gone is not, and exchanges stay what they were', async () => {
  const events = await recorded()
  const now = again(
    events,
    planOf({ scenarios: [fakeScenario('a', { claims: { two: () => passed() } })], standing: [] }),
  )
  expect(outcomesIn(now)).toEqual(['two passed'])
  const evidence = (all: typeof events) =>
    all.flatMap((event) => (event.type === 'scenario-finished' ? [event.exchanges] : []))
  expect(evidence([...now])).toEqual(evidence(events))
})

test('what the run left out stays left out', async () => {
  const events = (await recorded()).map((event) =>
    event.type === 'run-started'
      ? {
          ...event,
          requirements: [
            { id: 'one', clause: '4', level: 'must' as const, title: 't', reason: 'left out by --only' },
          ],
        }
      : event,
  )
  const now = again(
    events,
    planOf({ scenarios: [fakeScenario('a', { claims: { one: () => passed() } })], standing: [] }),
  )
  expect(outcomesIn(now)).toEqual([])
  expect(now[0]).toMatchObject({ requirements: [{ id: 'one', reason: 'left out by --only' }] })
})

test('a scenario that was given up stays that, and the run stays broken', async () => {
  const broken = await runAll(
    planOf({
      scenarios: [
        fakeScenario('a', {
          claims: { one: () => passed() },
          drive: () => Promise.reject(new Error('oops')),
        }),
      ],
      standing: [],
    }),
  )
  const plan = planOf({ scenarios: [fakeScenario('a', { claims: { one: () => passed() } })], standing: [] })
  expect(outcomesIn(again(broken, plan))).toEqual(['one not-exercised'])
  expect(again(broken, plan).at(-1)).toMatchObject({ end: { how: 'broken', cause: 'suite' } })
})

describe('evidence that this version cannot read', () => {
  const why = /^this version of the suite cannot read what 0\.0\.0 recorded: .*'map'/
  const later = (trace: unknown) => {
    ;(trace as { keys: readonly string[] }).keys.map(String)
    return passed()
  }
  const readBy = (judge: (trace: unknown) => ReturnType<typeof passed>) => ({
    ...fakeScenario('a'),
    claims: [
      { requirement: 'one', judge },
      { requirement: 'two', judge: () => breach() },
    ],
  })

  test('leaves a claim unexercised with the reason, and the run and its other claims as they are', async () => {
    const plan = planOf({ scenarios: [readBy(later)], standing: [] })
    const now = again(await recorded(), plan)
    expect(outcomesIn(now)).toEqual(['one not-exercised', 'two failed'])
    const [first] = checks(now)
    expect(first?.verdict).toEqual({ kind: 'cannot-tell', why: expect.stringMatching(why) })
    expect(now.at(-1)).toMatchObject({ end: { how: 'completed' } })
  })

  test('receives the version that drove the target, after any number of judgements', async () => {
    const plan = planOf({ scenarios: [readBy(later)], standing: [] })
    const [first] = checks(again([...again(await recorded(), plan)], plan))
    expect(first?.verdict).toMatchObject({ why: expect.stringMatching(why) })
  })

  test('leaves a standing claim unexercised too', async () => {
    const standing = {
      requirement: 'three',
      judge: (facts: unknown) => later(facts),
    }
    const plan = planOf({ scenarios: [fakeScenario('a')], standing: [standing] })
    const now = again(await recorded(), plan)
    expect(outcomesIn(now)).toEqual(['three not-exercised'])
    expect(now.at(-1)).toMatchObject({ end: { how: 'completed' } })
  })

  test('is also a trace that names what was not recorded', async () => {
    const events = (await recorded()).map((event) =>
      event.type === 'scenario-finished' ? { ...event, drive: { trace: { $exchange: 'a#9' } } } : event,
    )
    const plan = planOf({ scenarios: [readBy(() => passed())], standing: [] })
    const now = again(events, plan)
    expect(outcomesIn(now)).toEqual(['one not-exercised', 'two not-exercised'])
    expect(checks(now)[0]?.verdict).toMatchObject({ why: expect.stringContaining('a#9') })
  })

  test('keeps the drawings of the run where they cannot be made again', async () => {
    const views = { quotes: ['as it was'] } as never
    const events = (await recorded()).map((event) => {
      if (event.type === 'run-started') return { ...event, tables: {} as never }
      return event.type === 'scenario-finished' ? { ...event, views } : event
    })
    const plan = planOf({
      scenarios: [fakeScenario('a')],
      standing: [],
      views: {
        tables: () => ({}) as never,
        seen: () => {
          throw new TypeError('a lifeline without states')
        },
      },
    })
    expect(again(events, plan).find(({ type }) => type === 'scenario-finished')).toMatchObject({ views })
  })
})

test('a requirement that this version no longer has is gone from the run', async () => {
  const plan = planOf({ scenarios: [], standing: [] }, { rules: rules(requirement('new-one')) })
  expect(again(await recorded(), plan)[0]).toMatchObject({ requirements: [{ id: 'new-one' }] })
})
