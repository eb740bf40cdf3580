import { describe, expect, test } from 'vitest'
import { type Finding, failed } from '../conformance/verdict.ts'
import { check, exchange, reportOf } from './fakes.ts'
import { summaryText } from './summary.ts'

const money = (observed: string, at: string): Finding => ({
  expected: 'a money string such as $1,000,000.00',
  observed,
  at,
  exchange: 's/1',
  cause: { observed: 'string', place: 'a field of the quote record' },
})
const requirements = [
  ['limit', '2.3', 'must'],
  ['premium', '2.3', 'must'],
  ['bind', '4', 'must'],
  ['slow', '4', 'should'],
] as const
const late = failed({ expected: 'soon', observed: 'late' })
const checks = [
  check('bind', 'must', failed({ expected: 'status 202', observed: '200 {}', at: 'status' })),
  check(
    'limit',
    'must',
    failed({ ...money('$1000000.00', '/limit'), times: 40 }, money('$2000.00', '/limit')),
  ),
  check('premium', 'must', failed(money('$2024.00', '/premium'))),
  check('slow', 'should', late),
]
const report = reportOf({ requirements, checks, exchanges: [exchange('s/1')] })

test('what shares a cause is one group, the largest first, and warnings come last', () => {
  expect(report.causes?.map(({ verdict, requirements: ids }) => [verdict, ids])).toEqual([
    ['failed', ['limit', 'premium']],
    ['failed', ['bind']],
    ['warned', ['slow']],
  ])
})

test('a group has the values and places that differ, and how many findings it stands for', () => {
  expect(report.causes?.[0]).toMatchObject({
    expected: 'a money string such as $1,000,000.00',
    observed: ['$1000000.00', '$2000.00', '$2024.00'],
    differing: 3,
    place: 'a field of the quote record',
    at: ['/limit', '/premium'],
    times: 42,
    scenarios: ['s'],
    curl: expect.stringContaining('curl'),
    rerun: expect.stringContaining('--only limit --scenario s'),
  })
})

test('a finding with another cause is reported among the odd ones', () => {
  const odd = { expected: 'the field', observed: 'no such field', at: '/limit' }
  const one = [check('limit', 'must', failed(money('$1', '/limit'), money('$2', '/limit'), odd))]
  expect(reportOf({ requirements, checks: one }).causes?.[0]?.odd).toEqual([odd])
})

test('other values of the same place are no other cause where no kind is named', () => {
  const wrong = (observed: string) => ({ expected: 'an id', observed, at: '/id' })
  const one = [check('limit', 'must', failed(wrong('a'), wrong('b')))]
  expect(reportOf({ requirements, checks: one }).causes).toMatchObject([
    { observed: ['a', 'b'], differing: 2 },
  ])
  expect(reportOf({ requirements, checks: one }).causes?.[0]?.odd).toBeUndefined()
})

test('another kind of value is reported as odd', () => {
  const refused = (status: number) => ({
    ...{ expected: 'status 400', observed: `${status} {}`, at: 'status' },
    cause: { observed: `status ${status}` },
  })
  const one = [check('limit', 'must', failed(refused(200), refused(200), refused(500)))]
  const [cause] = reportOf({ requirements, checks: one }).causes ?? []
  expect(cause?.odd?.map(({ observed }) => observed)).toEqual(['500 {}'])
})

test('the end of a run shows a cause once', () => {
  const text = summaryText(report, { color: false })
  expect(text).toContain(
    'FAILED 2 requirements by one cause\n  expected  a money string such as $1,000,000.00\n',
  )
  expect(text.split('such as $1,000,000.00')).toHaveLength(2)
  expect(text).toContain('verdict: non-conformant: 3 requirements failed by 2 causes')
})

test('the conditions under which it shows are named, at the end of a run too', () => {
  const late = (under: string) => ({ expected: 'an event', observed: 'none', under })
  const one = [check('limit', 'must', failed(...['a, b', 'c', 'd', 'e', 'f'].map(late)))]
  const conditioned = reportOf({ requirements, checks: one })
  expect(conditioned.causes?.[0]?.under).toEqual(['a, b', 'c', 'd', 'e', 'f'])
  expect(summaryText(conditioned, { color: false })).toContain(
    '  under     a, b\n            c\n            d\n            and 2 other conditions\n',
  )
})

test('a run without failures has no causes', () => {
  expect(reportOf({ requirements, checks: [] }).causes).toBeUndefined()
})

describe('the requirement that names a cause', () => {
  const refused: Finding = { expected: 'status 202', observed: '200 {}', at: 'status' }
  const sent = ['s/1', 's/2', 's/3'].map((id) => ({ ...exchange(id), quoteId: 'q' }))

  test('is the one with the fewest requests before its breach', () => {
    const both = [
      check('limit', 'must', failed({ ...refused, exchange: 's/3' })),
      check('bind', 'must', failed({ ...refused, exchange: 's/2' })),
    ]
    const [cause] = reportOf({ requirements, checks: both, exchanges: sent }).causes ?? []
    expect(cause?.requirements).toEqual(['bind', 'limit'])
    expect(cause?.rerun).toContain('--only bind ')
  })

  test('is the one with the most findings', () => {
    const both = [
      check('limit', 'must', failed(refused)),
      check('bind', 'must', failed({ ...refused, times: 3 })),
    ]
    expect(reportOf({ requirements, checks: both }).causes?.[0]?.requirements).toEqual(['bind', 'limit'])
  })

  test('gives its own advice, and no advice on another finding', () => {
    const advised = { ...refused, times: 3, remedy: 'Answer 202' }
    const both = [
      check('limit', 'must', failed({ ...refused, remedy: 'Check updates' })),
      check('bind', 'must', failed(advised, { expected: 'x', observed: 'y', remedy: 'Check x' })),
    ]
    expect(reportOf({ requirements, checks: both }).causes?.[0]?.remedies).toEqual(['Answer 202'])
  })
})

test('a cause that alone explains a scenario comes before larger ones that never stand alone', () => {
  const wrong = (what: string): Finding => ({ expected: what, observed: 'not so' })
  const of = (requirement: string, scenario: string, what: string) => ({
    ...check(requirement, 'must', failed(wrong(what))),
    scenario,
  })
  const all = [
    of('limit', 's', 'a file'),
    of('premium', 's', 'a file'),
    of('bind', 's', 'another request'),
    of('bind', 't', 'another request'),
  ]
  expect(reportOf({ requirements, checks: all }).causes?.map(({ requirements: ids }) => ids)).toEqual([
    ['bind'],
    ['limit', 'premium'],
  ])
})

test('bodies that differ in ids and times only are one line with their number', () => {
  const body = (id: string, at: string): Finding => ({
    expected: 'status 400',
    observed: `200 {"id":"${id}","at":"${at}"}`,
  })
  const one = body('9916798f-c65a-4bc9-879a-77f197fde1fc', '2026-03-01T12:00:00.000Z')
  const other = body('f09fd1c4-5ad5-4129-9d9e-124717227087', '2026-03-01T12:00:01.000Z')
  const plain: Finding = { expected: 'status 400', observed: '200 {}' }
  const some = [check('bind', 'must', failed({ ...one, times: 43 }, other, plain))]
  expect(reportOf({ requirements, checks: some }).causes?.[0]).toMatchObject({
    observed: ['200 {"id":"<id>","at":"<time>"} (x 44)', '200 {}'],
    differing: 2,
    times: 45,
  })
})

describe('a cause from which others follow comes first', () => {
  const of = (requirement: string, scenario: string, ...findings: readonly Finding[]) => ({
    ...check(requirement, 'must', failed(...findings)),
    scenario,
  })
  const namesOf = (all: readonly ReturnType<typeof of>[]) =>
    reportOf({ requirements, checks: all }).causes?.map(({ requirements: ids }) => ids[0])

  test('before something that did not happen, however much that explains alone', () => {
    const nothing: Finding = { expected: 'an event', observed: 'none', absence: true }
    const all = [
      of('limit', 's', nothing),
      of('limit', 't', nothing),
      of('limit', 'u', nothing),
      of('bind', 'u', { expected: 'bound', observed: 'issued' }),
    ]
    expect(namesOf(all)).toEqual(['bind', 'limit'])
  })

  test('what did not happen alone is a cause like another', () => {
    const nothing: Finding = { expected: 'an event', observed: 'none', absence: true }
    expect(namesOf([of('limit', 's', nothing)])).toEqual(['limit'])
  })

  test('where it shows in each exchange of another one and in more', () => {
    const at = (expected: string, exchange: string): Finding => ({ expected, observed: '404', exchange })
    const all = [
      of('bind', 's', at('the quote, which was read before', 's/1')),
      of('premium', 's', at('status 2xx', 's/1'), at('status 2xx', 's/2')),
    ]
    expect(namesOf(all)).toEqual(['premium', 'bind'])
  })

  test('where both show in the same exchanges, and fewer of its own checks hold', () => {
    const at = (expected: string): Finding => ({ expected, observed: 'without it', exchange: 's/1' })
    const all = [
      of('limit', 's', at('the field')),
      of('premium', 's', at('the field')),
      { ...check('limit', 'must', { kind: 'passed' }), scenario: 't' },
      { ...check('premium', 'must', { kind: 'passed' }), scenario: 't' },
      of('bind', 's', at('the rated details')),
    ]
    expect(namesOf(all)).toEqual(['bind', 'limit'])
  })
})

test('a finding that two checks see counts once for the requirement that names a cause', () => {
  const gone: Finding = { expected: 'the event is processed', observed: 'it is not', times: 4 }
  const all = [
    { ...check('limit', 'must', failed(gone)), scenario: 's' },
    { ...check('limit', 'must', failed(gone)), scenario: 't' },
    { ...check('limit', 'must', { kind: 'passed' }), scenario: 'u' },
    { ...check('bind', 'must', failed({ ...gone, times: 3 })), scenario: 's' },
  ]
  expect(reportOf({ requirements, checks: all }).causes?.[0]?.requirements).toEqual(['bind', 'limit'])
})

test('a time whose form is wrong is shown as it is', () => {
  const wrong = (observed: string): Finding => ({ expected: 'milliseconds', observed })
  const all = [
    check('limit', 'must', failed(wrong('"2026-03-01T12:00:00Z"'), wrong('"2026-03-01T12:00:01Z"'))),
  ]
  expect(reportOf({ requirements, checks: all }).causes?.[0]?.observed).toEqual([
    '"2026-03-01T12:00:00Z" (x 2)',
  ])
})
