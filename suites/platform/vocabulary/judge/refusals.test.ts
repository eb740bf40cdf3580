import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { type InvalidAttempt, judgeRefusals, noneTaken } from './refusals.ts'

const envelopeOf = (status: number): object =>
  status === 400 ? { status: 'error', error: { message: 'no' } } : { status: 'approved' }

const answered = (status: number, envelope = envelopeOf(status)): Exchange => ({
  id: `a#${status}`,
  operation: 'submit',
  request: { method: 'POST', url: 'http://127.0.0.1/submit', headers: [] },
  answer: {
    status,
    headers: [['content-type', 'application/json']],
    body: {
      size: 0,
      sha256: '',
      text: JSON.stringify(envelope),
    },
  },
  elapsedMs: 1,
  startedAt: 0,
  targetMs: 0,
})

const attempt = (label: string, status: number, more: Partial<InvalidAttempt> = {}): InvalidAttempt => ({
  ...{ requirement: 'format', pointer: '/date', label, level: 'must' },
  exchange: answered(status),
  ...more,
})

const blanks = (status: number) => attempt('blanks-around', status, { level: 'observe' })
const newline = (status: number) => attempt('newline-behind', status, { unlessTaken: 'blanks-around' })

const declined = (label: string, unlessTaken?: string): InvalidAttempt => ({
  ...attempt(label, 400, unlessTaken === undefined ? { level: 'observe' } : { unlessTaken }),
  exchange: answered(400, { status: 'declined', error: { message: 'No cover for this risk.' } }),
})

test.each([
  ['refused', [blanks(400), newline(400)], 'passed'],
  ['taken by whoever cuts blanks off', [attempt('word', 400), blanks(200), newline(200)], 'passed'],
  [
    'taken by whoever was too busy to check blanks',
    [attempt('word', 400), blanks(429), newline(200)],
    'passed',
  ],
  [
    'declined by whoever declines what blanks are cut off from',
    [attempt('word', 400), declined('blanks-around'), declined('newline-behind', 'blanks-around')],
    'passed',
  ],
  ['taken by whoever refuses blanks', [blanks(400), newline(200)], 'failed'],
] as const)('a value that is %s', (_, attempts, kind) => {
  expect(judgeRefusals(attempts, answered(200)).kind).toBe(kind)
})

test.each([
  { with: 'refusals and declines', attempts: [attempt('missing', 400), declined('no-date')], is: 'passed' },
  { with: 'one that was taken', attempts: [attempt('missing', 400), attempt('no-date', 200)], is: 'failed' },
  { with: 'a target that is broken', attempts: [attempt('missing', 500)], is: 'failed' },
])('nothing was taken of $with: $is', ({ attempts, is }) => {
  expect(noneTaken(attempts).kind).toBe(is)
})
