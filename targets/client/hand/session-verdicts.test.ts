import { expect, test } from 'vitest'
import type { CheckResult, RunEvent } from '../../../conformance/events.ts'
import { grade } from '../../../conformance/outcome.ts'
import type { Level } from '../../../conformance/requirement.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { SessionVerdicts } from './session-verdicts.ts'

const levels: Readonly<Record<string, Level>> = {
  polls: 'must',
  binds: 'must',
  ought: 'should',
  elsewhere: 'must',
}
const started: RunEvent = {
  type: 'run-started',
  suite: { name: 'x', version: '1' },
  kind: 'client',
  target: { name: 'x', environment: 'sandbox', baseUrl: 'http://x', apiVersion: 'v1.14.2' },
  seed: 1,
  at: '',
  requirements: Object.entries(levels).map(([id, level]) => ({
    ...{ id, clause: '4', level, title: `It ${id}` },
    ...(id === 'elsewhere' && { reason: 'left out by --only' }),
  })),
  scenarios: 3,
  filtered: false,
}

function finished(scenario: string, verdicts: Readonly<Record<string, Verdict>>): RunEvent {
  const checks = Object.entries(verdicts).map(
    ([requirement, verdict]): CheckResult => ({
      ...{ requirement, name: scenario, scenario, verdict, durationMs: 1, exchanges: [] },
      outcome: grade(levels[requirement] ?? 'must', verdict),
    }),
  )
  return {
    type: 'scenario-finished',
    scenario,
    title: '',
    durationMs: 1,
    exchanges: [],
    arrivals: [],
    checks,
  }
}

function verdictsOn(...events: readonly RunEvent[]): SessionVerdicts {
  const judges = { straight: ['polls', 'binds'], slow: ['polls'], odd: ['ought', 'elsewhere'] }
  const verdicts = new SessionVerdicts(new Map(Object.entries(judges)))
  for (const event of [started, ...events]) verdicts.heard(event)
  return verdicts
}
const neededOf = (verdicts: SessionVerdicts) => [...verdicts.neededOf(['slow', 'straight', 'odd', 'other'])]

test('sessions are needed while they show a must that no session has shown, and no more of them than are enough', () => {
  expect(neededOf(verdictsOn())).toEqual(['slow', 'straight'])
  expect(neededOf(verdictsOn(finished('slow', { polls: passed() })))).toEqual(['straight'])
  expect(
    neededOf(verdictsOn(finished('straight', { polls: passed(), binds: cannotTell('it ended early') }))),
  ).toEqual(['straight'])
  const breach = failed({ expected: 'a', observed: 'b' })
  expect(neededOf(verdictsOn(finished('straight', { polls: passed(), binds: breach })))).toEqual([])
})

test('the verdict on a session names what failed before what only warns, and counts what it did not decide', () => {
  const breach = failed({ expected: 'a bind', observed: 'none' })
  const verdicts = { ought: breach, binds: breach, polls: cannotTell('it ended early') }
  expect(verdictsOn(finished('straight', verdicts)).verdict('straight')).toEqual({
    passed: 0,
    breaches: [
      { requirement: 'binds', title: 'It binds', isWarning: false, says: 'expected a bind, observed none' },
      { requirement: 'ought', title: 'It ought', isWarning: true, says: 'expected a bind, observed none' },
    ],
    undecided: 1,
  })
  expect(verdictsOn().verdict('straight')).toBeUndefined()
})
