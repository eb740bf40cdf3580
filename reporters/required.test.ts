import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../conformance/events.ts'
import { failed, passed } from '../conformance/verdict.ts'
import { refusals } from './certificate/index.ts'
import { check, events, type FakeRun } from './fakes.ts'
import { junitXml } from './junit.ts'
import { runRecordOf } from './record.ts'
import { exitCodeOf, makeReport } from './report.ts'

const requirements = [
  ['seen', '4', 'must'],
  ['unseen', '6', 'must'],
] as const
const checks = [check('seen', 'must', passed())]

function reportWith(
  required: readonly string[] | undefined,
  more: FakeRun = {},
  known: readonly string[] = [],
) {
  const started = (event: RunEvent): RunEvent =>
    event.type === 'run-started' ? { ...event, ...(required && { required }), known } : event
  return makeReport(runRecordOf(events({ requirements, checks, ...more }).map(started)))
}

describe('a run that had to exercise something', () => {
  test.each([
    ['nothing', undefined, 0],
    ['what it exercised', ['seen'], 0],
    ['what it did not exercise', ['seen', 'unseen'], 1],
  ])('%s', (_, required, code) => {
    const report = reportWith(required)
    expect([report.verdict, exitCodeOf(report)]).toEqual(['conformant', code])
  })

  test('says everywhere what is missing, and gets no certificate', () => {
    const report = reportWith(['seen', 'unseen'])
    const words = 'required and not exercised: 1 of 2: unseen'
    expect(report.reason).toContain(words)
    expect(junitXml(report)).toMatch(`<error message="${words}" type="required">`)
    expect(refusals(report, [])).toContain(words)
  })

  test('may have known before that it does not', () => {
    expect(exitCodeOf(reportWith(['unseen'], {}, ['unseen']))).toBe(0)
  })

  test('fails with what fails, and is incomplete where it was killed', () => {
    const breach = check('seen', 'must', failed({ expected: 'a', observed: 'b' }))
    expect(exitCodeOf(reportWith(['seen'], { checks: [breach] }))).toBe(1)
    expect(exitCodeOf(reportWith(['unseen'], { end: null }))).toBe(3)
  })
})
