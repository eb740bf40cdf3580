import { describe, expect, test } from 'vitest'
import type { Requirement } from '../../conformance/requirement.ts'
import type { Alarms } from './alarms.ts'
import type { Kill } from './kills.ts'
import { makeMatrix, type Proof } from './matrix.ts'

const requirement: Requirement = {
  id: 'doors-close',
  clause: '1',
  level: 'must',
  side: 'platform',
  title: 'Doors close',
}
const mutant = {
  id: 'ajar',
  says: 'The door is left ajar',
  kills: ['doors-close'],
  change: () => ({}),
} as const
const kill: Kill = {
  mutant: 'ajar',
  says: mutant.says,
  missed: [],
  killedBy: { 'doors-close': ['house/doors'] },
  shownBy: { 'doors-close': ['house/doors#front'] },
  undeclared: [],
  stale: [],
}
const variant = {
  id: 'sliding',
  says: 'The door slides',
  choice: 'doors',
  observes: ['observe-doors'],
  change: () => ({}),
} as const
const standard: Alarms = {
  variants: [],
  falseAlarms: {},
  cutOff: {},
  observed: { 'observe-doors': ['hinged'] },
  passed: ['doors-close'],
}
const sliding: Alarms = { ...standard, variants: ['sliding'], observed: { 'observe-doors': ['sliding'] } }

const sound: Proof = {
  extent: 'whole',
  requirements: [requirement],
  mutants: [mutant],
  kills: [kill],
  variants: [variant],
  alarms: [standard, sliding],
}

describe('the kill matrix', () => {
  test('of a sound proof has no problems and says what each requirement catches', () => {
    const { problems, requirements, totals } = makeMatrix(sound)
    expect(problems).toEqual([])
    expect(requirements).toMatchObject([{ id: 'doors-close', catches: ['ajar'] }])
    expect(totals).toMatchObject({ mutants: 1, killed: 1, uncovered: 0, falseAlarms: 0 })
  })

  test.each<[string, Partial<Proof>, RegExp]>([
    [
      'a survivor',
      { kills: [{ ...kill, missed: ['doors-close'], killedBy: {} }] },
      /^ajar survived: not seen by doors-close$/,
    ],
    [
      'a mutant that only another requirement saw',
      { kills: [{ ...kill, missed: ['doors-close'], killedBy: { 'windows-close': ['house/windows'] } }] },
      /^ajar killed by others: not seen by doors-close$/,
    ],
    [
      'a kill that is not declared',
      { kills: [{ ...kill, undeclared: ['windows-close'] }] },
      /^ajar is seen by windows-close/,
    ],
    [
      'a failure of a mutant that breaks nothing that binds',
      {
        requirements: [
          { ...requirement, level: 'should' },
          { ...requirement, id: 'doors-lock' },
        ],
        kills: [{ ...kill, killedBy: { ...kill.killedBy, 'doors-lock': ['house/doors'] } }],
      },
      /^ajar breaks nothing that binds and is failed by doors-lock$/,
    ],
    ['a mutant that was not judged', { kills: [] }, /^ajar was not judged to the end/],
    [
      'a run that broke',
      { kills: [{ ...kill, broken: 'it fell over' }] },
      /^ajar was not judged to the end: it fell over$/,
    ],
    ['a requirement without a mutant', { mutants: [], kills: [] }, /^no mutant breaks doors-close$/],
    [
      'a false alarm',
      { alarms: [standard, { ...sliding, falseAlarms: { 'doors-close': ['house/doors'] } }] },
      /^false alarm of doors-close on sliding$/,
    ],
    [
      'a right platform whose judging is cut off',
      { alarms: [standard, { ...sliding, cutOff: { 'doors-close': 'no door' } }] },
      /^doors-close is cut off on sliding: no door$/,
    ],
    [
      'an observation that does not change as declared',
      { alarms: [standard, { ...sliding, observed: standard.observed }] },
      /^sliding does not change what observe-doors record/,
    ],
    [
      'a requirement that no longer passes',
      { alarms: [standard, { ...sliding, passed: [] }] },
      /^sliding keeps doors-close from passing/,
    ],
  ])('names %s', (_, change, problem) => {
    const { problems } = makeMatrix({ ...sound, ...change })
    expect(problems.filter((one) => problem.test(one))).not.toEqual([])
  })

  test('remarks on a declaration that nothing bears out', () => {
    const { problems, remarks } = makeMatrix({ ...sound, kills: [{ ...kill, stale: ['roof-*'] }] })
    expect([problems, remarks]).toEqual([[], ['ajar is not seen by roof-*, as recorded']])
  })
})
