import { expect, test } from 'vitest'
import { cutOff, failed, passed } from '../conformance/verdict.ts'
import { check, hostile, reportOf } from './fakes.ts'
import { jobSummary } from './job-summary.ts'
import { summaryText } from './summary.ts'

const markup = `${hostile}[a](http://h) ![i](http://h) **b** \`c\` @everyone #1 <img src=x>\n\n# head | cell`
const summary = jobSummary(
  reportOf({
    requirements: [
      ['good', '4', 'must'],
      ['bad', '4', 'must'],
      ['ought', '4', 'should'],
    ],
    checks: [
      check('good', 'must', passed()),
      check('bad', 'must', failed({ expected: 'a', observed: markup })),
      check('ought', 'should', failed({ expected: 'a', observed: 'b' })),
    ],
  }),
)

test('says the verdict, the figures, and each breach in a row of its own', () => {
  expect(summary).toMatch(/^## non-conformant: fake\n/)
  expect(summary).toMatch(/^\| 1 \| 1 \| 1 \| 0 \| 0 \|$/m)
  expect(summary).toMatch(/^### Failed$[^#]*^\| bad \| 4 \| bad holds \| expected a, observed /m)
  expect(summary).toMatch(/^### Warned$[^#]*^\| ought \|/m)
})

test('what a target said is text, in one cell of one row', () => {
  const row = summary.split('\n').find((line) => line.startsWith('| bad')) ?? ''
  expect(row.split(/(?<!\\)\|/)).toHaveLength(7)
  expect(row.replaceAll(/&#\d+;|\\./g, '')).not.toMatch(/[<>[\]*`@#_~\\]/)
  expect(summary.match(/^#/gm)).toHaveLength(3)
})

test('a fault of the suite is the first line', () => {
  const end = { how: 'broken', why: 'a claim threw', cause: 'suite' } as const
  const text = jobSummary(reportOf({ requirements: [['good', '4', 'must']], end }))
  expect(text).toMatch(/^\*\*the run could not be finished.*the suite itself.*a claim threw\*\*$/m)
})

test('requirements of one cause share a row, with the script that shows it', () => {
  const requirements = [
    ['one', '4', 'must'],
    ['two', '4', 'must'],
  ] as const
  const breach = failed({ expected: 'a', observed: 'b' })
  const report = reportOf({ requirements, checks: requirements.map(([id]) => check(id, 'must', breach)) })
  const causes = report.causes?.map((cause) => ({ ...cause, reproduction: 'reproductions/one.sh' })) ?? []
  expect(jobSummary({ ...report, causes })).toMatch(
    /^\| one<br>two \| 4 \| one holds \| expected a, observed b, 2 times \| reproductions\/one\.sh \|$/m,
  )
})

test('names what was cut off and why, by its reason, but not what only records', () => {
  const report = reportOf({
    requirements: [
      ['one', '4', 'must'],
      ['two', '4', 'must'],
      ['record', '4', 'observe'],
    ],
    checks: [
      check('one', 'must', passed()),
      check('one', 'must', cutOff('no answer | came')),
      check('two', 'must', cutOff('no answer | came')),
      check('record', 'observe', cutOff('nothing')),
    ],
  })
  expect(jobSummary(report)).toMatch(/^### Cut off$[^#]*^\| one<br>two \| .*no answer \\\| came.* \|$/m)
  expect(jobSummary(report)).not.toContain('record')
  const lines = summaryText(report, { color: false })
  expect(lines).toMatch(/^cut off: 2 requirements\n {2}.*no answer \| came.*: one, two\n\nverdict/m)
  expect(summary).not.toContain('Cut off')
})
