import { expect, test } from 'vitest'
import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/load.ts'
import type { PlatformContext } from '../context.ts'
import { excuseFor } from './in-service.ts'

const spec = await loadSpec()

type Needed = Parameters<typeof excuseFor>[0]

/** An endpoint with as many attempts as could open the circuit breaker. */
const endpoint = {
  id: 'e-1',
  arrivals: () => Array.from({ length: spec.delivery.breaker.failures }),
} as unknown as WebhookEndpoint
const quiet = { id: 'e-2', arrivals: () => [] } as unknown as WebhookEndpoint

/** Makes a target whose operator shows an endpoint with this status, and records its actions. */
function target({ status = 'disabled', virtual = true, reached = true }) {
  const asked: string[] = []
  const context = {
    spec,
    clock: { virtual },
    webhooks: { reached: () => reached },
    operator: {
      can: () => true,
      async perform(action: string) {
        asked.push(action)
        if (status === 'unknown') throw new CannotTell('the operator does not answer')
        return { status }
      },
    },
  }
  return { asked, context: context as unknown as PlatformContext as Needed }
}

test('beside a moved clock an endpoint that is out of service owes nothing, and is taken back', async () => {
  const { asked, context } = target({})
  expect((await excuseFor(context, endpoint)).excuse).toMatchObject({ kind: 'cannot-tell' })
  expect((await excuseFor(context, endpoint)).excuse).not.toHaveProperty('cutOff')
  expect(asked.slice(0, 2)).toEqual(['endpoint_status', 'enable_endpoint'])
})

test.each([
  ['an endpoint in service', { status: 'enabled' }],
  ['an endpoint of which nobody knows', { status: 'unknown' }],
  ['real time, in which answers are not late', { virtual: false }],
])('%s is no excuse', async (_, some) => {
  expect(await excuseFor(target(some).context, endpoint)).toEqual({})
})

test('an endpoint at which too little came to open a breaker is no excuse', async () => {
  expect(await excuseFor(target({}).context, quiet)).toEqual({})
})

test('nobody is asked where all has come', async () => {
  const { asked, context } = target({})
  expect(await excuseFor(context, endpoint, false)).toEqual({})
  expect(asked).toEqual([])
})

test('a way that is not open cuts the scenario off', async () => {
  expect(
    (await excuseFor(target({ reached: false, status: 'enabled' }).context, endpoint)).excuse,
  ).toMatchObject({
    cutOff: true,
  })
})
