import { expect, test } from 'vitest'
import { failed, passed } from '../../conformance/verdict.ts'
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

test('a breach that was found while the traffic passed counts, where the recording shows none', async () => {
  const ids = ['issued-is-final', 'created-at-never-changes']
  const judge = new RecordingJudge(new Map(ids.map((id) => [id, 'must'])), await loadSpec())
  const finding = (observed: string) => ({ expected: 'a', observed })
  judge.add(
    [{ requirement: 'issued-is-final', judge: () => failed(finding('in the file')) }],
    { exchanges: [] },
    'https://quotes.example',
  )
  judge.addFound([...ids, 'left-out'].map((requirement) => ({ requirement, finding: finding('live') })))
  const checks = judge.events().flatMap((event) => event.checks)
  expect(checks.map(({ requirement, outcome }) => [requirement, outcome])).toEqual(
    ids.map((id) => [id, 'failed']),
  )
  expect(JSON.stringify(checks[0]?.verdict)).toContain('in the file')
})
