import { describe, expect, test } from 'vitest'
import { combine, grade } from './outcome.ts'
import { all, CannotTell, cannotTell, cutOff, failed, observed, observedEach, passed } from './verdict.ts'

const breach = failed({ expected: 'a', observed: 'b' })

describe('grade', () => {
  test('a breach is failed, warned or merely observed by its level', () => {
    expect(grade('must', breach)).toBe('failed')
    expect(grade('should', breach)).toBe('warned')
    expect(grade('observe', breach)).toBe('observed')
  })

  test('what could not be decided is never passed', () => {
    expect(grade('must', cannotTell('no recipe', 'outcomes.failed'))).toBe('not-exercised')
    expect(grade('must', cutOff('no answer'))).toBe('not-exercised')
  })

  test('nothing is passed where nothing is required', () => {
    expect(grade('observe', passed())).toBe('observed')
  })
})

describe('combine', () => {
  test('one failed check outweighs all that passed', () => {
    expect(combine(['passed', 'failed', 'passed'])).toBe('failed')
  })

  test('a requirement that no check judged is not exercised', () => {
    expect(combine([])).toBe('not-exercised')
    expect(combine(['not-exercised', 'not-exercised'])).toBe('not-exercised')
  })
})

describe('all', () => {
  test('collects the findings of every breach', () => {
    expect(all([passed(), breach, breach])).toEqual({
      kind: 'failed',
      findings: [...(breach.kind === 'failed' ? breach.findings : []), { expected: 'a', observed: 'b' }],
    })
  })

  test('is cut off when one part is, however many passed', () => {
    expect(all([passed(), cutOff('gone')])).toEqual(cutOff('gone'))
  })

  test('says nothing when there was nothing to check', () => {
    expect(all([]).kind).toBe('cannot-tell')
  })

  test('joins different observations and drops repeated ones', () => {
    expect(all([observed('x'), observed('y'), observed('x')])).toEqual(observedEach(['x', 'y']))
  })
})

describe('CannotTell', () => {
  test('is a lack of the profile when it names a key, else the target cut the claim off', () => {
    expect(new CannotTell('no recipe', 'outcomes.failed').verdict).toEqual(
      cannotTell('no recipe', 'outcomes.failed'),
    )
    expect(new CannotTell('no answer').verdict).toEqual(cutOff('no answer'))
  })
})
