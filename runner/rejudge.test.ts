import { expect, test } from 'vitest'
import { failed, passed } from '../conformance/verdict.ts'
import { outcomes, planOf, requirement, rules, runAll, scenario } from './fakes.ts'
import { rejudge } from './rejudge.ts'

const suite = { name: 'quote-conformance', version: '9.9.9' }
const breach = () => failed({ expected: 'a', observed: 'b' })

const recorded = async () =>
  runAll(
    planOf({
      scenarios: [scenario('a', { claims: { one: breach }, drive: async () => ({ seen: 3 }) })],
      standing: [],
    }),
  )

const again = (events: Awaited<ReturnType<typeof recorded>>, plan: ReturnType<typeof planOf>) =>
  rejudge(events, { plan, spec: undefined, suite })

test('the claims of now judge the trace of then', async () => {
  const see = (trace: unknown) => ((trace as { seen: number }).seen === 3 ? passed() : breach())
  const mended = scenario('a', { drive: () => Promise.reject(new Error('nothing is driven')) })
  const plan = planOf({
    scenarios: [{ ...mended, claims: [{ requirement: 'one', judge: see }] }],
    standing: [],
  })
  const events = again(await recorded(), plan)
  expect(outcomes(events)).toEqual(['one passed'])
  expect(events[0]).toMatchObject({ suite: { version: '9.9.9' }, recordedBy: '0.0.0' })
})

test('a claim that is new is judged, one that is gone is not, and exchanges stay what they were', async () => {
  const events = await recorded()
  const now = again(
    events,
    planOf({ scenarios: [scenario('a', { claims: { two: () => passed() } })], standing: [] }),
  )
  expect(outcomes(now)).toEqual(['two passed'])
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
    planOf({ scenarios: [scenario('a', { claims: { one: () => passed() } })], standing: [] }),
  )
  expect(outcomes(now)).toEqual([])
  expect(now[0]).toMatchObject({ requirements: [{ id: 'one', reason: 'left out by --only' }] })
})

test('a scenario that was given up stays that, and a claim that throws breaks the run', async () => {
  const broken = await runAll(
    planOf({
      scenarios: [
        scenario('a', { claims: { one: () => passed() }, drive: () => Promise.reject(new Error('oops')) }),
      ],
      standing: [],
    }),
  )
  const plan = planOf({ scenarios: [scenario('a', { claims: { one: () => passed() } })], standing: [] })
  expect(outcomes(again(broken, plan))).toEqual(['one not-exercised'])
  const throwing = planOf({
    scenarios: [
      scenario('a', {
        claims: {
          one: () => {
            throw new Error('oops')
          },
        },
      }),
    ],
    standing: [],
  })
  expect(again(await recorded(), throwing).at(-1)).toMatchObject({ end: { how: 'broken', cause: 'suite' } })
})

test('a requirement that this version no longer has is gone from the run', async () => {
  const plan = planOf({ scenarios: [], standing: [] }, { rules: rules(requirement('new-one')) })
  expect(again(await recorded(), plan)[0]).toMatchObject({ requirements: [{ id: 'new-one' }] })
})
