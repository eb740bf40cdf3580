import { expect, test } from 'vitest'
import { cannotTell, failed, passed } from '../../conformance/verdict.ts'
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
    'gone is no requirement of this run',
  ])
})

test('an entry that was not exercised is not held against anybody', () => {
  expect(weigh(report, known('bad', 'worse', 'unseen'))).toMatchObject({ unknown: [], stale: [] })
})
