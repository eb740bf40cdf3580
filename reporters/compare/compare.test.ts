import { describe, expect, test } from 'vitest'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  observedEach,
  passed,
  type Verdict,
} from '../../conformance/verdict.ts'
import { check, events, type FakeRun } from '../fakes.ts'
import { type RunRecord, recorder } from '../record.ts'
import { compareRuns } from './compare.ts'
import { comparisonText } from './text.ts'

const stopped = { how: 'stopped', why: 'after the first cause', cause: 'target' } as const
const breach = failed({ expected: 'a', observed: 'b' })

/** A run with one check for each requirement; verdicts by requirement id. */
function runOf(
  verdicts: Readonly<Record<string, Verdict>>,
  more: Partial<FakeRun> & { filtered?: boolean; apiVersion?: string } = {},
): RunRecord {
  const level = (id: string) =>
    id.startsWith('see') ? 'observe' : id.startsWith('ought') ? 'should' : 'must'
  const collected = recorder()
  const all = events({
    requirements: Object.keys(verdicts).map((id) => [id, '4', level(id)] as const),
    checks: Object.entries(verdicts)
      .filter(([, verdict]) => verdict.kind !== 'cannot-tell' || verdict.why !== 'left out')
      .map(([id, verdict]) => check(id, level(id), verdict)),
    ...more,
  })
  const { filtered = false, apiVersion = 'v1.14.2' } = more
  for (const event of all)
    collected.add(
      event.type === 'run-started' ? { ...event, filtered, target: { ...event.target, apiVersion } } : event,
    )
  return collected.record() as RunRecord
}

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)

test('an entry explains what begins or ends to be judged, and no failure', () => {
  const before = runOf(
    { newer: cannotTell('not yet'), other: cannotTell('no key'), wrong: cannotTell('not yet') },
    { apiVersion: 'v1.13.0' },
  )
  const after = runOf({ newer: passed(), other: passed(), wrong: breach }, { apiVersion: 'v1.14.0' })
  const { newlyExercised, newlyFailed, unexplained } = compareRuns(before, after, (id) =>
    id === 'other' ? undefined : 'v1.14.0',
  )
  expect(newlyExercised.map(({ id, entry }) => [id, entry])).toEqual([
    ['newer', 'v1.14.0'],
    ['other', undefined],
  ])
  expect(newlyFailed.map(({ id, entry }) => [id, entry])).toEqual([['wrong', undefined]])
  expect(unexplained).toEqual(['other', 'wrong'])
})

describe('two runs', () => {
  const before = runOf({
    same: passed(),
    breaks: passed(),
    heals: breach,
    appears: cannotTell('no key', 'k'),
    vanishes: passed(),
    'fails-at-last': cannotTell('no key', 'k'),
    'ought-break': passed(),
    gone: passed(),
    'see-changed': observedEach(['x', 'y']),
    'see-same': observedEach(['y', 'x']),
  })
  const after = runOf({
    same: passed('in another way'),
    breaks: breach,
    heals: passed(),
    appears: passed(),
    vanishes: cannotTell('no key', 'k'),
    'fails-at-last': breach,
    'ought-break': breach,
    come: passed(),
    'see-changed': observedEach(['x', 'z']),
    'see-same': observedEach(['x', 'y']),
  })
  const found = compareRuns(before, after)

  test('each change has its place', () => {
    expect({
      failed: ids(found.newlyFailed),
      mended: ids(found.mended),
      warned: ids(found.newlyWarned),
      exercised: ids(found.newlyExercised),
      lost: ids(found.noLongerExercised),
      added: found.added,
      removed: found.removed,
    }).toEqual({
      failed: ['breaks', 'fails-at-last'],
      mended: ['heals'],
      warned: ['ought-break'],
      exercised: ['appears'],
      lost: ['vanishes'],
      added: ['come'],
      removed: ['gone'],
    })
  })

  test('an observation has changed when something else was seen, in whatever order', () => {
    expect(found.observations).toMatchObject([{ id: 'see-changed', before: ['x', 'y'], after: ['x', 'z'] }])
    expect(comparisonText(found, { color: false })).toMatch(/before: y\n +now: +z/)
  })

  test('an entry explains that something else was seen', () => {
    const explained = compareRuns(before, after, () => 'v1.14.0')
    expect(explained.observations).toMatchObject([{ id: 'see-changed', entry: 'v1.14.0' }])
    expect(comparisonText(explained, { color: false })).toMatch(
      /see-changed[^\n]+\n +changelog: v1\.14\.0\n +before: y/,
    )
  })

  test('a run that is like itself has changed nothing', () => {
    expect(comparisonText(compareRuns(before, before), { color: false })).toBe('nothing changed\n')
  })
})

describe('a must that is no longer exercised', () => {
  const ids = ['one', 'ought-one', 'see-one'] as const
  const before = runOf({ one: passed(), 'ought-one': passed(), 'see-one': observed('x') })
  const later = (verdict: Verdict, more: Parameters<typeof runOf>[1] = {}) =>
    runOf(Object.fromEntries(ids.map((id) => [id, verdict])), more)

  test('is lost, and what no target is obliged to show is not', () => {
    expect(compareRuns(before, later(cannotTell('no key', 'k'))).lost).toEqual(['one'])
    expect(compareRuns(runOf({ one: breach }), runOf({ one: cannotTell('no key', 'k') })).lost).toEqual([
      'one',
    ])
  })

  test.each([
    ['it was cut off', later(cutOff('no answer came'))],
    ['the run was killed', later(cannotTell('left out'), { end: null })],
    ['the run ended early', later(cannotTell('left out'), { end: stopped })],
    ['a selection left it out', later(cannotTell('left out'), { filtered: true })],
  ])('is not lost where %s', (_, run) => {
    expect(compareRuns(before, run).lost).toEqual([])
  })

  test('is not lost where an entry of the changelog took it out of force', () => {
    const older = later(cannotTell('not yet'), { apiVersion: 'v1.13.0' })
    expect(compareRuns(before, older, () => 'v1.14.0').lost).toEqual([])
    expect(compareRuns(before, older).lost).toEqual(['one'])
  })

  test('is lost without a check too, where the run was finished', () => {
    expect(compareRuns(before, later(cannotTell('left out'))).lost).toEqual(['one'])
  })
})

test('nothing is said of what one of the runs was not asked for', () => {
  const before = runOf({ one: passed(), two: passed() })
  const after = runOf({ one: passed(), two: cannotTell('left out') }, { filtered: true })
  expect(compareRuns(before, after)).toMatchObject({ noLongerExercised: [], leftOut: 1 })
})

test.each([
  ['ids', 'quote 142bd7f8-8656-46d6-9368-717226453ee8', 'quote 242bd7f8-8656-46d6-9368-717226453ee8'],
  ['moments', 'at 2026-01-01T00:00:00.000Z', 'at 2027-01-01T00:00:00.000Z'],
  ['measured times', 'answers after 12 ms', 'answers after 17.5 ms'],
])('%s are another in each run and no change', (_, one, other) => {
  expect(
    compareRuns(runOf({ 'see-it': observed(one) }), runOf({ 'see-it': observed(other) })).observations,
  ).toEqual([])
})

test.each([
  ['a count', '404 with 2 members', '404 with 3 members'],
  ['a code', '400', '404'],
  ['a grace of hours', 'for 24 hours', 'for 2 hours'],
])('%s is a change', (_, one, other) => {
  expect(
    compareRuns(runOf({ 'see-it': observed(one) }), runOf({ 'see-it': observed(other) })).observations,
  ).toHaveLength(1)
})
