import { expect, test } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { answered, effectsOf, unanswered } from '../../testing/trace.ts'
import { forgeriesInWays } from './index.ts'
import { calmlyRefused, refused } from './judge.ts'
import type { Trial } from './trial.ts'
import { inTellingWays } from './ways.ts'

const refusedInWays = inTellingWays(refused)

const trial = (given: Partial<Trial>): Trial => ({
  ...{ requirement: 'receiver-refuses-wrong-signature', name: 'in chunks', id: 'a' },
  ...{ forged: answered(401), counterpart: answered(), isOpen: true },
  ...given,
})

test('a forgery that is refused in its way passes beside a right delivery that is taken', () => {
  expect(refusedInWays([trial({})]).kind).toBe('passed')
})

test('a forgery that is accepted fails, whatever becomes of its counterpart', () => {
  expect(refusedInWays([trial({ forged: answered(), counterpart: answered(401) })]).kind).toBe('failed')
  expect(refusedInWays([trial({ again: answered() })]).kind).toBe('failed')
})

test('a way in which the right delivery is refused too says nothing beside others', () => {
  const refusing = trial({ counterpart: answered(413) })
  expect(refusedInWays([refusing, trial({})]).kind).toBe('passed')
})

test('a dropped connection is a crash only where a right delivery is answered in the same way', () => {
  const dropped = trial({ forged: unanswered('reset') })
  const calmly = inTellingWays(calmlyRefused)
  expect(calmly([dropped]).kind).toBe('failed')
  expect(calmly([trial({ ...dropped, counterpart: unanswered('reset') }), trial({})]).kind).toBe('passed')
})

test.each([
  ['nothing was tried', []],
  ['no right delivery was taken in its way', [trial({ counterpart: answered(413) })]],
])('nothing is judged, and nothing counts as cut off, where %s', (_, trials) => {
  const verdict = refusedInWays(trials)
  expect(verdict.kind).toBe('cannot-tell')
  expect(verdict).not.toHaveProperty('cutOff')
})

test('without a revoked secret the profile key of that secret is named', async () => {
  const claim = forgeriesInWays.claims.find(
    ({ requirement }) => requirement === 'receiver-refuses-the-revoked-secret',
  )
  const trace = { trials: [trial({})], lacksRevoked: true, effects: effectsOf({}) }
  expect(claim?.judge(trace, { spec: await loadSpec(), exchanges: [] })).toMatchObject({
    kind: 'cannot-tell',
    key: 'receiver.revoked_signing_secret',
  })
})
