import { expect, test } from 'vitest'
import type { CheckResult, RunEvent } from '../../conformance/events.ts'
import type { Verdict } from '../../conformance/verdict.ts'
import { conditionsOf } from './table.ts'

const check = (scenario: string, verdict: Verdict, requirement = 'events-come'): CheckResult => ({
  requirement,
  scenario,
  name: scenario,
  verdict,
  outcome: verdict.kind === 'cannot-tell' ? 'not-exercised' : verdict.kind,
  durationMs: 0,
  exchanges: [],
})

const finished = (checks: readonly CheckResult[]): RunEvent => ({
  type: 'scenario-finished',
  scenario: 'journeys/combined',
  title: 'Events come',
  durationMs: 0,
  exchanges: [],
  arrivals: [],
  checks,
})

const started: RunEvent = {
  type: 'run-started',
  suite: { name: 'quote-conformance', version: '0' },
  kind: 'platform',
  target: { name: 'a', environment: 'sandbox', baseUrl: 'http://127.0.0.1', apiVersion: 'v1.14.2' },
  seed: 1,
  at: '2026-03-01T10:00:00Z',
  requirements: [
    { id: 'events-come', clause: '6', level: 'must', title: 'Events come' },
    { id: 'events-are-small', clause: '6', level: 'should', title: 'Events are small' },
    { id: 'retries-end', clause: '8.retry', level: 'must', title: 'Retries end' },
  ],
  scenarios: 2,
  filtered: false,
}

test('a run says under which conditions it judged what, and what it left out', () => {
  const statements = conditionsOf([
    started,
    finished([
      check('journeys/combined', { kind: 'passed', under: ['plain', 'held'] }),
      check('journeys/combined', { kind: 'passed', under: ['after a review'] }, 'events-are-small'),
    ]),
    finished([
      check('webhooks/schedule', { kind: 'passed' }, 'retries-end'),
      check('webhooks/events-of-a-quote', { kind: 'passed' }),
      check('webhooks/broker-added', { kind: 'cannot-tell', why: 'nothing came' }),
    ]),
  ])
  expect(statements).toMatchObject([
    {
      requirement: 'events-come',
      conditions: ['plain', 'held'],
      scenarios: ['webhooks/events-of-a-quote'],
      leftOut: ['after a review'],
    },
    { requirement: 'retries-end', conditions: [], scenarios: ['webhooks/schedule'] },
  ])
})
