import { expect, test } from 'vitest'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { type RotationTrace, secretRotation } from './rotation.ts'
import { spec } from './testing.ts'

/** Drives the scenario on an endpoint that a breaker takes out of service, with an operator that cannot do everything. */
async function drivenWith(perform: (action: string) => unknown): Promise<RotationTrace> {
  let now = 0
  const endpoint = { id: 'one', arrivals: () => [], answer: () => undefined, rotate: async () => undefined }
  const timing = { rating: 1000, proposal: 1000, issue: 1000, deliverySlack: 1000 }
  const context = {
    spec,
    facts: { timing },
    clock: {
      virtual: true,
      now: () => now,
      sleep: async (ms: number) => {
        now += ms
      },
    },
    webhooks: { open: async () => endpoint, until: async () => true },
    operator: {
      can: (action: string) => action !== 'add_broker',
      perform: async (action: string) => perform(action),
    },
    quotes: { create: async () => ({ id: 'quote' }), settle: async () => undefined },
    api: { bind: async () => undefined },
  } as unknown as PlatformContext
  return (await secretRotation(spec).drive(context, new Set())) as RotationTrace
}

test('an endpoint that comes back into service is looked at, too', async () => {
  const { rounds, reopened } = await drivenWith(() => ({ status: 'disabled' }))
  expect(rounds).toHaveLength(3)
  expect(reopened).toEqual([])
})

test('an endpoint that is not brought back takes nothing from the rest', async () => {
  const { rounds, reopened } = await drivenWith((action) => {
    if (action === 'enable_endpoint') throw new CannotTell('it was refused', 'operator.enable_endpoint')
    return { status: 'disabled' }
  })
  expect(rounds).toHaveLength(3)
  expect(reopened).toBeUndefined()
})
