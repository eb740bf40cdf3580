import { expect, test } from 'vitest'
import type { Operation } from '../../../conformance/exchange.ts'
import { Admissions } from './admissions.ts'
import { putOff } from './rate-limit.ts'

function watched() {
  let now = 0
  const pass = (ms: number) => {
    now += ms
  }
  return { admissions: new Admissions(() => now), pass }
}

test('a target that lets nothing in for two minutes is given up, and a token is not enough', () => {
  const { admissions, pass } = watched()
  for (let second = 0; second < 119; second += 1) {
    expect(admissions.putOff('status', 1000)).toBe(undefined)
    admissions.letIn('token')
    pass(1000)
  }
  expect(admissions.putOff('status', 1000)).toContain('120 in a row were put off (429 or 503) within 119 s')
})

test('one request that is let in begins the count anew', () => {
  const { admissions, pass } = watched()
  admissions.putOff('status', 1000)
  pass(110_000)
  admissions.letIn('status')
  admissions.putOff('status', 1000)
  pass(110_000)
  expect(admissions.putOff('status', 1000)).toBe(undefined)
})

function attemptsOf(admissions: Admissions, operation: Operation, most = 100) {
  const before = admissions.before(operation)
  return (meanwhile: () => void = () => undefined) => {
    meanwhile()
    let attempt = 1
    while (attempt < most && admissions.mayComeAgain(operation, attempt, before)) attempt += 1
    return attempt
  }
}

test('where nothing is let in a request comes again until the target is given up', () => {
  const { admissions } = watched()
  admissions.letIn('status')
  const attempts = attemptsOf(admissions, 'submit')
  expect(attempts(() => admissions.letIn('token'))).toBe(100)
})

test('an operation that alone is never let in is asked for ten times, and twice from then on', () => {
  const { admissions } = watched()
  const attempts = attemptsOf(admissions, 'submit')
  const first = attempts(() => admissions.letIn('status'))
  expect([first, attempts()]).toEqual([10, 2])
})

test('where others of its kind are let in a request comes again more often', () => {
  const { admissions } = watched()
  const attempts = attemptsOf(admissions, 'submit')
  expect(attempts(() => admissions.letIn('submit'))).toBe(60)
})

test('where most others are put off as well a request comes again more often', () => {
  const { admissions } = watched()
  const attempts = attemptsOf(admissions, 'bind')
  const shared = () => {
    admissions.letIn('status')
    for (let count = 0; count < 10; count += 1) admissions.putOff('status', 1000)
  }
  expect(attempts(shared)).toBeGreaterThan(30)
})

test('an answer names the time at which its request may come again', () => {
  const delay = (status: number, retryAfter?: string, attempt = 1) =>
    putOff({ status, headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]] }, attempt, 0)
      ?.delayMs
  expect(delay(429, '2')).toBe(2000)
  expect(delay(429, 'Thu, 01 Jan 1970 00:00:05 GMT')).toBe(5000)
  expect(delay(429, 'Thu, 01 Jan 1970 01:00:00 GMT')).toBe(30_000)
  expect(delay(429, 'soon', 3)).toBe(4000)
  expect(delay(503, '1', 9)).toBe(1000)
  expect([delay(503), delay(503, undefined, 2), delay(503, undefined, 3)]).toEqual([1000, 2000, undefined])
  expect([delay(200, '1'), delay(500, '1')]).toEqual([undefined, undefined])
})
