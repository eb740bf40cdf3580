import { expect, test } from 'vitest'
import { cannotTell, failed, passed } from '../conformance/verdict.ts'
import { check, type FakeRun, reportOf } from './fakes.ts'
import { jobSummary } from './job-summary.ts'
import { junitXml } from './junit.ts'
import { summaryText } from './summary.ts'

const requirements = [
  ['bind', '4', 'must'],
  ['update', '4', 'must'],
  ['signed', '6.signature.1', 'must'],
  ['retried', '8.retry', 'must'],
] as const
const good = (...ids: string[]) => ids.map((id) => check(id, 'must', passed()))
const lastLine = (run: FakeRun) =>
  summaryText(reportOf({ requirements, ...run }), { color: false })
    .trimEnd()
    .split('\n')
    .at(-1)

test('a whole run is conformant without a word more', () => {
  expect(lastLine({ checks: good('bind', 'update', 'signed', 'retried') })).toBe(
    'verdict: conformant: 4 requirements passed and none failed',
  )
})

test('a run that judged a part says of how much, and names the sections of which nothing was judged', () => {
  const checks = [...good('bind'), check('signed', 'must', cannotTell('no endpoint', 'operator.x'))]
  const words = 'conformant in what was judged: 1 of 4, nothing of Events, Limits'
  expect(lastLine({ checks })).toBe(`verdict: ${words}: 1 requirement passed and none failed`)
  const report = reportOf({ requirements, checks })
  expect(report).toMatchObject({ verdict: 'conformant', judged: { count: 1, of: 4 } })
  expect(jobSummary(report)).toContain('## conformant in what was judged: 1 of 4, nothing of Events, Limits')
  expect(junitXml(report)).toContain(`name="result" value="${words}: 1 requirement passed and none failed"`)
})

test('a section in which something failed is judged, and the verdict is not conformant', () => {
  const breach = failed({ expected: 'a', observed: 'b' })
  expect(lastLine({ checks: [...good('bind'), check('signed', 'must', breach)] })).toBe(
    'verdict: non-conformant: 1 requirement failed by 1 cause; 2 of 4 not exercised',
  )
})
