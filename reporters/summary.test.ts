import { describe, expect, test } from 'vitest'
import { cannotTell, failed, passed } from '../conformance/verdict.ts'
import { check, exchange, hostile, reportOf } from './fakes.ts'
import { summaryText } from './summary.ts'

const breach = failed({ expected: '202', observed: hostile, at: 'status', exchange: 's/1' })
const report = reportOf({
  requirements: [
    ['good', '4', 'must'],
    ['bad', '4.rule.4', 'must'],
    ['slow', '4.rule.5', 'should'],
    ['keyed-1', '3', 'must'],
    ['keyed-2', '3', 'must'],
    ['left', '9', 'must', 'left out by --only'],
  ],
  checks: [
    check('good', 'must', passed()),
    check('bad', 'must', breach),
    check('slow', 'should', breach),
    check('keyed-1', 'must', cannotTell('no recipe', 'outcomes.failed')),
    check('keyed-2', 'must', cannotTell('no recipe', 'outcomes.failed')),
  ],
  exchanges: [exchange('s/1', { body: hostile })],
})
const text = summaryText(report, { color: false, folder: 'out' })

describe('the end of a run', () => {
  test('counts verdicts by section', () => {
    expect(text).toMatch(/section +passed +failed +warned +observed +not-exercised/)
    expect(text).toMatch(/^4 Endpoints +1 +1 +1 +\. +\.$/m)
    expect(text).toMatch(/^all +1 +1 +1 +\. +3$/m)
  })

  test('shows each failure and warning with clause, curl and the command that runs it again', () => {
    expect(text).toMatch(/FAILED bad \(4\.rule\.4\): bad holds\n {2}expected +202\n {2}observed /)
    expect(text).toMatch(/WARNED slow/)
    expect(text).toMatch(/^ {2}curl +.*QUOTE_ACCESS_TOKEN/m)
    expect(text).toMatch(/^ {2}again +npm start -- run .* --only bad --scenario s$/m)
  })

  test('groups what was not exercised by its reason, and names the key of the profile', () => {
    expect(text).toContain('outcomes.failed  no recipe')
    expect(text).toContain('left out by --only: left')
  })

  test('ends with the verdict', () => {
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'verdict: non-conformant: 1 requirement failed by 1 cause; 3 of 6 not exercised',
    )
  })

  test('names the file to open', () => {
    expect(text).toMatch(/^open: +out\/report\.html$/m)
  })

  test('lets nothing through that a terminal would act on', () => {
    expect(text).toMatch(/^(\n|[^\p{Cc}\p{Cf}\p{Cs}])*$/u)
  })

  test('is coloured only on request', () => {
    expect(summaryText(report, { color: true })).toContain('\u001b[31mnon-conformant')
  })
})

test('the size of what is shown is bounded', () => {
  const huge = 'x'.repeat(100_000)
  const long = reportOf({
    requirements: [['bad', '4', 'must']],
    checks: [check('bad', 'must', failed({ expected: huge, observed: huge, exchange: 's/1' }))],
    exchanges: [exchange('s/1', { body: huge })],
  })
  expect(summaryText(long, { color: false }).length).toBeLessThan(4000)
  expect(JSON.stringify(long).length).toBeLessThan(500_000)
})

describe('times that were not measured closely enough', () => {
  const measured = { leastMs: 939, mostMs: 12_985, fromMs: 1750, toMs: 4000 }
  const open = { ...cannotTell('it was not measured closely enough'), measured }
  const good = { ...passed(), measured: { ...measured, leastMs: 1999, mostMs: 2001 } }
  const requirements = [
    ['retry-attempt-2', '8.retry', 'must'],
    ['retry-attempt-3', '8.retry', 'must'],
  ] as const
  const textOf = (...verdicts: readonly (typeof open | typeof good)[]) =>
    summaryText(
      reportOf({
        requirements: [...requirements],
        checks: verdicts.map((one, place) => check(requirements[place % 2]?.[0] ?? '', 'must', one)),
        exchanges: [],
      }),
      { color: false },
    )

  test('are counted, with the requirements that nothing else decided', () => {
    const text = textOf(good, open, good)
    expect(text).toContain('not measured closely enough: 1 of 3 checks of times')
    expect(text).toContain('leaves 12046 ms open')
    expect(text).toContain('decided by no other check: retry-attempt-3')
  })

  test('may have been decided elsewhere', () => {
    expect(textOf(good, open, good, good)).toContain(
      'each of their requirements was decided by another check',
    )
  })

  test('are not spoken of where each was decided', () => {
    expect(textOf(good, good)).not.toContain('closely')
  })
})

test('the command for a script works from where the user is', () => {
  const broken = reportOf({
    requirements: [['one', '4', 'must']],
    checks: [check('one', 'must', failed({ expected: 'a', observed: 'b' }))],
  })
  const causes = broken.causes?.map((cause) => ({ ...cause, reproduction: 'reproductions/one.sh' })) ?? []
  const reported = (folder: string) => summaryText({ ...broken, causes }, { color: false, folder })
  expect(reported('out')).toContain('  reproduce sh out/reproductions/one.sh\n')
  expect(reported('my runs/1')).toContain("  reproduce sh 'my runs/1/reproductions/one.sh'\n")
})
