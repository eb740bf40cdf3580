import { expect, test } from 'vitest'
import { passed } from '../../conformance/verdict.ts'
import { loadSpec } from '../../spec/index.ts'
import { RecordingJudge } from './judge.ts'

test('a statement that throws is a fault of the suite, and the others are judged', async () => {
  const judge = new RecordingJudge(new Map(), await loadSpec())
  const wrong = () => {
    throw new TypeError('no such member')
  }
  const standing = [
    { requirement: 'created-at-never-changes', judge: wrong },
    { requirement: 'issued-is-final', judge: () => passed() },
  ]
  judge.add(standing, { exchanges: [] }, 'https://quotes.example')
  expect(judge.faults).toEqual(['created-at-never-changes: no such member'])
  const checks = judge.events().flatMap((event) => event.checks)
  expect(checks.map(({ verdict }) => verdict.kind)).toEqual(['cannot-tell', 'passed'])
})
