import { describe, expect, test } from 'vitest'
import { cannotTell, failed, passed } from '../../conformance/verdict.ts'
import { causeId } from '../cause-id.ts'
import { check, reportOf } from '../fakes.ts'
import { weigh } from './baseline.ts'

const breach = failed({ expected: 'a', observed: 'b' })
const report = reportOf({
  requirements: [
    ['good', '4', 'must'],
    ['bad', '4', 'must'],
    ['worse', '4', 'must'],
    ['unseen', '4', 'must'],
  ],
  checks: [
    check('good', 'must', passed()),
    check('bad', 'must', breach),
    check('worse', 'must', breach),
    check('unseen', 'must', cannotTell('no key', 'k')),
  ],
})
const known = (...ids: string[]) => ids.map((requirement) => ({ requirement, reason: 'known' }))

test('a failure is known or not', () => {
  expect(weigh(report, known('bad'))).toEqual({ unknown: ['worse'], known: ['bad'], stale: [] })
})

test('an entry that no longer fails, or names nothing, is stale', () => {
  expect(weigh(report, known('good', 'bad', 'worse', 'gone')).stale).toEqual([
    'good no longer fails: it is passed',
    'gone is no requirement of this run: did you mean good?',
  ])
})

test('an entry that was not exercised is not held against anybody', () => {
  expect(weigh(report, known('bad', 'worse', 'unseen'))).toMatchObject({ unknown: [], stale: [] })
})

describe('a cause in a baseline', () => {
  const [late, other] = [
    { expected: '1 s', observed: '9 s', at: 'time' },
    { expected: 'x', observed: 'y' },
  ]
  const run = (...checks: Parameters<typeof reportOf>[0]['checks'] & object) =>
    reportOf({
      requirements: [
        ['one', '4', 'must'],
        ['two', '4', 'must'],
      ],
      checks,
    })
  const entry = { requirement: 'one', cause: causeId(late), reason: 'known' }

  test('makes everything known that fails by it, and nothing else', () => {
    const both = run(check('one', 'must', failed(late)), check('two', 'must', failed(late)))
    expect(weigh(both, [entry])).toEqual({ unknown: [], known: ['one', 'two'], stale: [] })
    const mixed = run(check('one', 'must', failed(late)), check('two', 'must', failed(other)))
    expect(weigh(mixed, [entry])).toEqual({ unknown: ['two'], known: ['one'], stale: [] })
  })

  test('does not cover a requirement that fails by another cause too', () => {
    const more = run(check('one', 'must', failed(late, late, other)))
    expect(weigh(more, [entry]).unknown).toEqual(['one'])
    expect(weigh(more, [entry, { cause: causeId(other), reason: 'known' }]).unknown).toEqual([])
  })

  test('is stale where its requirement fails by another cause, or not at all', () => {
    expect(weigh(run(check('one', 'must', failed(other))), [entry])).toMatchObject({
      unknown: ['one'],
      stale: [`one no longer fails by the cause ${entry.cause}`],
    })
    expect(weigh(run(check('one', 'must', passed())), [entry]).stale).toEqual([
      'one no longer fails: it is passed',
    ])
    expect(weigh(run(), [entry]).stale).toEqual([])
  })

  test('is stale without a requirement once no run shows it, but for a part of one', () => {
    const alone = { cause: entry.cause, reason: 'known' }
    const right = run(check('one', 'must', passed()))
    expect(weigh(right, [alone]).stale).toEqual([`the cause ${entry.cause} is not seen any more`])
    expect(weigh({ ...right, filtered: true }, [alone]).stale).toEqual([])
  })

  test.each([
    ['ids', { observed: 'a' }, { observed: 'b' }],
    [
      'an id of a quote',
      { expected: 'no 142bd7f8-8656-46d6-9368-717226453ee8' },
      { expected: 'no 242bd7f8-8656-46d6-9368-717226453ee8' },
    ],
  ])('has the same name in every run, whatever the %s', (_, one, same) => {
    expect(causeId({ ...late, ...one })).toBe(causeId({ ...late, ...same }))
    expect(causeId({ ...late, ...one })).not.toBe(causeId({ ...other, ...one }))
  })

  test('names the operation: the same wrong answer of another one has another name', () => {
    const brokenOff = (operation: string) => ({ ...late, cause: { observed: 'status 500', operation } })
    expect(causeId(brokenOff('bind'))).toBe(causeId(brokenOff('bind')))
    expect(causeId(brokenOff('bind'))).not.toBe(causeId(brokenOff('submit')))
  })
})
