import { expect, test } from 'vitest'
import type { CheckResult, RunEvent } from '../events.ts'
import { failed, passed } from '../verdict.ts'
import { asFarAsStored } from './stored-evidence.ts'

const check = (more: Partial<CheckResult> = {}): CheckResult => ({
  requirement: 'one',
  name: 'a',
  scenario: 'a',
  outcome: 'failed',
  verdict: failed({ expected: 'x', observed: 'y' }),
  durationMs: 0,
  exchanges: [],
  ...more,
})

function finished(text: string, before: CheckResult, cut?: true) {
  const body = { size: 9, sha256: '0', text, ...(cut && { cut }) }
  const event: Extract<RunEvent, { type: 'scenario-finished' }> = {
    type: 'scenario-finished',
    scenario: 'a',
    title: 'A',
    durationMs: 0,
    arrivals: [],
    checks: [before],
    exchanges: [
      {
        id: 'a#1',
        operation: 'status',
        request: { method: 'GET', url: 'http://h', headers: [] },
        answer: { status: 200, headers: [], body },
        startedAt: 0,
        elapsedMs: 0,
        targetMs: 0,
      },
    ],
  }
  return event
}

const fine = check({ outcome: 'passed', verdict: passed() })

test('a new breach that rests on redacted or cut evidence cannot be decided', () => {
  expect(asFarAsStored(check(), finished('{"status":"[redacted]"}', fine)).outcome).toBe('not-exercised')
  expect(asFarAsStored(check(), finished('{"sta', fine, true)).outcome).toBe('not-exercised')
})

test('one that rests on whole evidence, or that the run saw itself, stays', () => {
  expect(asFarAsStored(check(), finished('{"status":"x"}', fine)).outcome).toBe('failed')
  expect(asFarAsStored(check(), finished('{"status":"[redacted]"}', check())).outcome).toBe('failed')
  const elsewhere = check({ exchanges: ['a#2'] })
  expect(asFarAsStored(elsewhere, finished('{"status":"[redacted]"}', fine)).outcome).toBe('failed')
})
