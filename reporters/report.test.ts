import { describe, expect, test } from 'vitest'
import { cannotTell, cutOff, failed, observed, passed } from '../conformance/verdict.ts'
import { arrival, check, events, exchange, reportOf } from './fakes.ts'
import { recorder } from './record.ts'
import { exitCodeOf, makeReport } from './report.ts'
import { summaryText } from './summary.ts'

const breach = failed({ expected: '202', observed: '500', at: 'status', exchange: 's/1' })
const interrupted = { how: 'interrupted', why: 'by SIGINT', cause: 'suite' } as const
const lost = { how: 'target-lost', why: 'connection refused', cause: 'target' } as const
const good = check('good', 'must', passed())
const bad = check('bad', 'must', breach)
const cut = check('cut', 'must', cutOff('no answer came'))
const recordCutOff = check('recorded', 'observe', cutOff('no answer came'))
const requirements = [
  ['good', '4', 'must'],
  ['bad', '4', 'must'],
  ['cut', '4', 'must'],
  ['recorded', '4', 'observe'],
  ['warn', '4', 'should'],
] as const

const wrongProfile = { how: 'broken', why: 'a pointer is wrong', cause: 'profile' } as const
const brokenSuite = { how: 'broken', why: 'a claim threw', cause: 'suite' } as const

describe('the verdict of a run', () => {
  test.each([
    ['all passed', [good], undefined, 'conformant', 0],
    ['one failed', [good, bad], undefined, 'non-conformant', 1],
    ['one was cut off', [good, cut], undefined, 'incomplete', 3],
    ['a record alone was cut off', [good, recordCutOff], undefined, 'conformant', 0],
    ['one failed and one was cut off', [bad, cut], undefined, 'non-conformant', 1],
    ['nothing was judged', [], undefined, 'incomplete', 3],
    ['nothing passed', [check('good', 'observe', observed('x'))], undefined, 'incomplete', 3],
    [
      'one warned and nothing else was asked for',
      [check('warn', 'should', breach)],
      undefined,
      'conformant',
      0,
    ],
    ['it was interrupted', [good], interrupted, 'incomplete', 3],
    ['it was interrupted after a failure', [good, bad], interrupted, 'incomplete', 3],
    ['the target was lost', [good], lost, 'incomplete', 3],
    ['the target was lost after a failure', [bad], lost, 'non-conformant', 1],
    ['the suite broke after a failure', [bad], brokenSuite, 'incomplete', 3],
    ['the profile misled a breach', [bad], wrongProfile, 'incomplete', 3],
    ['the profile misled nothing else', [good], wrongProfile, 'incomplete', 3],
    ['it was killed', [good], null, 'incomplete', 3],
  ] as const)('where %s', (_, checks, end, verdict, code) => {
    const report = reportOf({ requirements, checks, ...(end === undefined ? {} : { end }) })
    expect(report.verdict).toBe(verdict)
    expect(report.reason).not.toBe('')
    expect(exitCodeOf(report)).toBe(code)
  })

  test('where nothing that was selected can fail it is conformant once something was recorded', () => {
    const recorded = check('good', 'observe', observed('x'))
    const some = [['good', '4', 'observe']] as const
    expect(reportOf({ requirements: some, checks: [recorded] }).verdict).toBe('conformant')
    expect(reportOf({ requirements: some, checks: [] }).verdict).toBe('incomplete')
  })

  test('a warning never fails a run', () => {
    const warned = check('bad', 'should', breach)
    expect(reportOf({ requirements, checks: [good, warned] })).toMatchObject({
      verdict: 'conformant',
      summary: { passed: 1, failed: 0, warned: 1, observed: 0, notExercised: 3 },
    })
  })
})

describe('the reason of a requirement', () => {
  const reasonOf = (...checks: Parameters<typeof check>[2][]) =>
    reportOf({
      requirements: [['one', '4', 'must']],
      checks: checks.map((verdict) => check('one', 'must', verdict)),
    }).requirements[0]

  test('a breach is reported with what was expected and observed, and where', () => {
    expect(reasonOf(passed(), breach)).toMatchObject({
      verdict: 'failed',
      reason: 'expected 202, observed 500 at status (s)',
    })
  })

  test('findings that were folded are counted', () => {
    const many = failed({ expected: 'a', observed: 'b', times: 41 }, { expected: 'a', observed: 'b' })
    expect(reasonOf(many)?.reason).toBe('expected a, observed b (and 41 more) (s)')
  })

  test('a missing key is reported before what went astray', () => {
    expect(reasonOf(cutOff('no answer'), cannotTell('no recipe', 'outcomes.failed'))).toMatchObject({
      verdict: 'not-exercised',
      reason: 'no recipe (profile key outcomes.failed)',
      key: 'outcomes.failed',
    })
  })

  test('what was cut off in one check has not passed, whatever passed in others', () => {
    const checks = [passed(), cannotTell('no recipe', 'outcomes.failed'), cutOff('no answer')]
    expect(reasonOf(...checks)).toMatchObject({
      verdict: 'not-exercised',
      cutOff: true,
      reason: 'no answer (s)',
    })
    expect(reasonOf(breach, cutOff('no answer'))).not.toHaveProperty('cutOff')
  })

  test('what was planned to be left out keeps that reason', () => {
    const report = reportOf({ requirements: [['one', '4', 'must', 'left out by --only']] })
    expect(report.requirements[0]).toMatchObject({ verdict: 'not-exercised', reason: 'left out by --only' })
  })

  test('what a run did not reach says why the run ended', () => {
    const report = reportOf({ requirements: [['one', '4', 'must']], end: lost })
    expect(report.requirements[0]?.reason).toMatch(/not reached.*the target\): connection refused/)
  })

  test('what a whole run did not show says so', () => {
    const report = reportOf({ requirements: [['one', '4', 'must']] })
    expect(report.requirements[0]?.reason).toBe('no request of this run shows it')
  })

  test('every requirement has one, whatever its verdict', () => {
    expect(reasonOf(passed())?.reason).not.toBe('')
    expect(reasonOf()?.reason).not.toBe('')
  })
})

test('the end of a run lists as cut off only what was not exercised', () => {
  const half = [
    check('good', 'must', passed()),
    check('good', 'must', cutOff('no answer')),
    bad,
    { ...cut, requirement: 'bad' },
  ]
  const text = summaryText(reportOf({ requirements, checks: half }), { color: false })
  expect(text).toContain('cut off: 1 requirement\n  no answer: good\n')
})

describe('evidence', () => {
  const evidenceOf = (...args: Parameters<typeof check>) =>
    reportOf({
      requirements,
      checks: [check(...args)],
      exchanges: [exchange('s/1'), exchange('s/2')],
    }).requirements.find(({ id }) => id === args[0])?.checks[0]?.evidence

  test('a breach shows the whole exchange, a curl line and how to run it again', () => {
    expect(evidenceOf('bad', 'must', breach)).toEqual([
      {
        exchange: 's/1',
        method: 'PUT',
        url: 'http://127.0.0.1:1/api/bind/1',
        status: 200,
        ms: 2,
        findings: [{ expected: '202', observed: '500', at: 'status', exchange: 's/1' }],
        record: exchange('s/1'),
        curl: expect.stringContaining('$QUOTE_ACCESS_TOKEN'),
        rerun: "npm start -- run --target 'my profile.yaml' --seed 7 --only bad --scenario s",
      },
    ])
  })

  test('a finding that names no exchange stands by itself', () => {
    const vague = failed({ expected: 'order', observed: 'disorder' })
    expect(evidenceOf('bad', 'must', vague, [])).toEqual([
      { findings: vague.kind === 'failed' ? vague.findings : [], rerun: expect.any(String) },
    ])
  })

  test('a breach that a delivery shows has the whole delivery', () => {
    const late = failed({ expected: '1000 ms', observed: '9000 ms', at: 'time', arrival: '/a#2' })
    const report = reportOf({
      requirements,
      checks: [check('bad', 'must', late, [])],
      arrivals: [arrival('/a#1'), arrival('/a#2')],
    })
    expect(report.requirements.find(({ id }) => id === 'bad')?.checks[0]?.evidence).toEqual([
      {
        findings: late.kind === 'failed' ? late.findings : [],
        delivery: arrival('/a#2'),
        rerun: expect.any(String),
      },
    ])
  })

  test('anything else shows its exchanges at a glance', () => {
    const glance = { method: 'PUT', url: 'http://127.0.0.1:1/api/bind/1', status: 200, ms: 2 }
    expect(evidenceOf('good', 'must', passed(), ['s/1', 's/2'])).toEqual([
      { exchange: 's/1', ...glance },
      { exchange: 's/2', ...glance },
    ])
  })

  test('what is left out of many is counted', () => {
    const exchanges = Array.from({ length: 9 }, (_, n) => exchange(`s/${n}`))
    const report = reportOf({ requirements, checks: [check('good', 'must', passed(), [])], exchanges })
    const good = report.requirements.find(({ id }) => id === 'good')
    expect(good?.checks[0]?.evidence).toHaveLength(4)
    expect(good?.checks[0]?.evidence.at(-1)).toEqual({ more: 6 })
  })
})

test('a shard that nothing was dealt out to is no failure, and a whole run of nothing is', () => {
  const collected = recorder()
  for (const event of events({ checks: [] })) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw new Error('no record')
  const nothing = { ...record.started, scenarios: 0 }
  const shard = { ...nothing, shard: { index: 2, count: 4 } }
  expect(makeReport({ ...record, started: shard, scenarios: [] })).toMatchObject({
    verdict: 'conformant',
    reason: 'nothing that was selected is in this shard; the merged run decides',
    emptyShard: true,
  })
  expect(summaryText(makeReport({ ...record, started: shard, scenarios: [] }), { color: false })).toContain(
    'verdict: nothing to judge: nothing that was selected',
  )
  expect(makeReport({ ...record, started: nothing, scenarios: [] }).verdict).toBe('incomplete')
})
