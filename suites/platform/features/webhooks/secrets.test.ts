import { expect, test } from 'vitest'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { spec } from '../../vocabulary/events/testing.ts'
import { type SecretsTrace, signingSecrets } from './secrets.ts'

const secret = (mark: number, ...shownIn: readonly string[]) => ({ mark, shownIn })
const madeTwice = { mark: 0, made: 2, shownIn: ['a', 'b'] }

const right: SecretsTrace = {
  endpoints: [[secret(0, 'made#1'), secret(2, 'made#3')], [secret(1, 'made#2')]],
  checked: true,
  rotations: 1,
}

const failedOf = (trace: SecretsTrace) =>
  signingSecrets.claims
    .filter(({ judge }) => judge(trace, { spec, exchanges: [] }).kind === 'failed')
    .map(({ requirement }) => requirement)

test.each([
  ['right', right, []],
  ['one for all', { ...right, endpoints: [[madeTwice], [madeTwice]] }, ['signing-secret-per-endpoint']],
  ['the old one again', { ...right, endpoints: [[madeTwice, madeTwice]] }, ['rotation-makes-a-new-secret']],
  ['made for an endpoint of another scenario, too', { ...right, endpoints: [[madeTwice]] }, []],
  ['shown by a read', { ...right, endpoints: [[secret(0, 'a', 'b')]] }, ['signing-secret-is-shown-once']],
] as const)('secrets that are %s', (_, trace, failing) => {
  expect(failedOf(trace)).toEqual(failing)
})

test('where nobody can check, nothing is said of being shown', () => {
  const claim = signingSecrets.claims.find(
    ({ requirement }) => requirement === 'signing-secret-is-shown-once',
  )
  expect(claim?.judge({ ...right, checked: false }, { spec, exchanges: [] })).toMatchObject({
    kind: 'cannot-tell',
    key: 'operator.endpoint_status',
  })
})

/** Drives the scenario with an operator that does this number of rotations for each endpoint, and then refuses. */
async function drivenWith(rotations: number): Promise<SecretsTrace> {
  let opened = 0
  const endpoint = () => {
    opened += 1
    const [mark, secrets] = [opened * 10, [secret(opened * 10, `made#${opened}`)]]
    const rotate = async () => {
      if (secrets.length > rotations) throw new CannotTell('it was refused', 'operator.rotate_secret')
      secrets.push(secret(mark + secrets.length, `rotated#${mark + secrets.length}`))
    }
    return Promise.resolve({ id: `${opened}`, secrets: () => secrets, rotate })
  }
  const context = {
    webhooks: { open: endpoint, openBeside: endpoint },
    operator: { can: (action: string) => action === 'rotate_secret' },
    facts: {},
  } as unknown as PlatformContext
  return (await signingSecrets.drive(context, new Set())) as SecretsTrace
}

test('a rotation that is refused in the grace period of another one takes nothing from the rest', async () => {
  const trace = await drivenWith(1)
  expect(trace.endpoints.filter((secrets) => secrets.length === 2)).toHaveLength(3)
  expect(failedOf(trace)).toEqual([])
})

test('where no secret is rotated at all, that is said', async () => {
  await expect(drivenWith(0)).rejects.toThrow('it was refused')
})
