import { expect, test } from 'vitest'
import { type SecretsTrace, signingSecrets } from './secrets.ts'
import { spec } from './testing.ts'

const secret = (mark: number, ...shownIn: readonly string[]) => ({ mark, shownIn })

const right: SecretsTrace = {
  endpoints: [[secret(0, 'made#1'), secret(2, 'made#3')], [secret(1, 'made#2')]],
  looked: true,
  rotations: 1,
}

const failedOf = (trace: SecretsTrace) =>
  signingSecrets.claims
    .filter(({ judge }) => judge(trace, { spec, exchanges: [] }).kind === 'failed')
    .map(({ requirement }) => requirement)

test.each([
  ['right', right, []],
  [
    'one for all',
    { ...right, endpoints: [[secret(0, 'a', 'b')], [secret(0, 'a', 'b')]] },
    ['signing-secret-per-endpoint'],
  ],
  [
    'the old one again',
    { ...right, endpoints: [[secret(0, 'a', 'b'), secret(0, 'a', 'b')]] },
    ['rotation-makes-a-new-secret'],
  ],
  ['shown by a look', { ...right, endpoints: [[secret(0, 'a', 'b')]] }, ['signing-secret-is-shown-once']],
] as const)('secrets that are %s', (_, trace, failing) => {
  expect(failedOf(trace)).toEqual(failing)
})

test('where nobody can look, nothing is said of being shown', () => {
  const claim = signingSecrets.claims.find(
    ({ requirement }) => requirement === 'signing-secret-is-shown-once',
  )
  expect(claim?.judge({ ...right, looked: false }, { spec, exchanges: [] })).toMatchObject({
    kind: 'cannot-tell',
    key: 'operator.endpoint_status',
  })
})
