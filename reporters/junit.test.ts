import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { cannotTell, failed, observed, passed } from '../conformance/verdict.ts'
import { check, type FakeRun, hostile, reportOf } from './fakes.ts'
import { junitXml } from './junit.ts'

const requirements: FakeRun['requirements'] = [
  ['good', '4.rule.4', 'must'],
  ['bad', '4', 'must'],
  ['warns', '3.states', 'should'],
  ['seen', '3', 'observe'],
  ['unseen', '10', 'must'],
]
const breach = failed({ expected: hostile, observed: `${hostile}\r\n`, at: hostile })
const checks = [
  check('good', 'must', passed()),
  check('bad', 'must', breach),
  check('warns', 'should', breach),
  check('seen', 'observe', observed(hostile)),
  check('unseen', 'must', cannotTell(hostile, 'outcomes.failed')),
]
const xml = junitXml(reportOf({ requirements, checks }))

test('each section is a suite with its counts, those with failures first', () => {
  expect(
    [
      ...xml.matchAll(
        /<testsuite name="(\S+) .*?" .*?(tests="\d+" failures="\d+" errors="\d+" skipped="\d+")/g,
      ),
    ].map((match) => match.slice(1)),
  ).toEqual([
    ['4', 'tests="2" failures="1" errors="0" skipped="0"'],
    ['3', 'tests="2" failures="0" errors="0" skipped="0"'],
    ['10', 'tests="1" failures="0" errors="0" skipped="1"'],
  ])
})

test('each requirement is a case, and its verdict decides what is in it', () => {
  const inside = (id: string) => new RegExp(`name="${id}: [^>]*?(/>|>\\s*<([\\w-]+))`).exec(xml)?.[2]
  expect(['good', 'bad', 'warns', 'seen', 'unseen'].map(inside)).toEqual([
    undefined,
    'failure',
    undefined,
    undefined,
    'skipped',
  ])
})

test('warnings and observations are reported by the suite of their section', () => {
  const reported = [...xml.matchAll(/<system-out>([^<]*)/g)].map((match) => match[1])
  expect(reported[1]).toMatch(/^warned: warns: [\s\S]*observed: seen: /)
})

test('whatever a target answered, the file is well formed', () => {
  const parser = new SaxesParser()
  let cases = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    if (name === 'testcase') cases++
  })
  parser.write(xml).close()
  expect(cases).toBe(5)
})

describe('a run that is incomplete', () => {
  test('has an error, so that it is never green', () => {
    const report = reportOf({ requirements, checks: checks.slice(0, 1), end: null })
    expect(junitXml(report)).toMatch(/<error message="the run was killed/)
  })

  test('because the suite broke says so first', () => {
    const end = { how: 'broken', why: 'a claim threw', cause: 'suite' } as const
    const report = reportOf({ requirements, checks, end })
    expect(junitXml(report)).toMatch(/<error message="[^"]*suite itself\): a claim threw/)
    expect(junitXml(report)).toMatch(/^<\?xml[^\n]*\n<testsuites>\n<testsuite name="run"/)
  })
})

test('a failure names the script that shows it', () => {
  const report = reportOf({ requirements, checks })
  const scripted = report.requirements.map((one) =>
    one.id === 'bad' ? { ...one, reproduction: 'reproductions/bad.sh' } : one,
  )
  expect(junitXml({ ...report, requirements: scripted })).toMatch(
    /reproduction, in the folder of this file: reproductions\/bad\.sh<\/failure>/,
  )
})

test('of requirements that fail by one cause the first tells it, and the others name that one', () => {
  const two = [
    ['one', '4', 'must'],
    ['two', '4', 'must'],
  ] as const
  const same = failed({ expected: 'a', observed: 'b' })
  const text = junitXml(reportOf({ requirements: two, checks: two.map(([id]) => check(id, 'must', same)) }))
  expect(text).toContain('the same cause breaks two')
  expect(text).toContain('the cause is that of one: expected a')
})

test('what many checks say alike is written once', () => {
  const warned = check('warns', 'should', failed({ expected: 'a', observed: 'b' }))
  const text = junitXml(reportOf({ requirements, checks: Array.from({ length: 500 }, () => warned) }))
  expect(text).toContain('s (and 499 more): expected a, observed b')
  expect(text.length).toBeLessThan(5000)
})

test('the first failure is that of the first cause, and names it', () => {
  const wrong = (what: string) => failed({ expected: what, observed: 'not so' })
  const some = [
    check('good', 'must', wrong('a file')),
    { ...check('unseen', 'must', wrong('another request')), scenario: 't' },
    check('bad', 'must', wrong('a file')),
    check('unseen', 'must', wrong('another request')),
  ]
  const [first] = /<testcase [^>]*>\s*<failure/.exec(junitXml(reportOf({ requirements, checks: some }))) ?? []
  expect(first).toContain('name="unseen: ')
})
