import { expect, test } from 'vitest'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { type ClaimRow, testClaims } from '../../../testing/claim-table.ts'
import { attemptAt } from '../../vocabulary/attempts/testing.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { secretRotation } from './rotation.ts'
import type { RotationTrace } from './rotation-claims.ts'

const spec = await loadSpec()
const MINUTE_MS = 60_000
const PAST_GRACE_MS = 25 * 60 * MINUTE_MS

type SignedWith = Arrival['signature']['signedWith']

const signed = (...secrets: readonly SignedWith[]): Arrival[] =>
  secrets.map((signedWith, place) => attemptAt(place * 1000, { signature: { signedWith } }))

const secretFacts = (mark: number) => ({ mark, shownIn: [`webhooks/rotation#${mark}`] })

const trace: RotationTrace = {
  secrets: [1, 2, 3].map(secretFacts),
  before: signed('current'),
  rounds: [
    [
      { afterMs: 0, arrivals: signed('former') },
      { afterMs: 60 * MINUTE_MS, arrivals: signed('current') },
      { afterMs: PAST_GRACE_MS, arrivals: signed('current', 'current', 'current') },
    ],
    [
      { afterMs: 0, arrivals: signed('former') },
      { afterMs: PAST_GRACE_MS, arrivals: signed('current', 'current') },
    ],
    [{ afterMs: PAST_GRACE_MS, arrivals: signed('current') }],
  ],
  reopened: signed('current'),
}

/** Makes a trace in which one sample differs. */
const sample =
  (
    round: number,
    place: number,
    ...arrivals: readonly SignedWith[]
  ): NonNullable<ClaimRow<RotationTrace>['change']> =>
  (changed) => {
    const one = changed.rounds[round]?.[place]
    if (one !== undefined) one.arrivals = structuredClone(signed(...arrivals)) as typeof one.arrivals
  }

testClaims(secretRotation(spec), {
  spec,
  trace,
  rows: [
    {
      requirement: 'rotation-grace-takes-either-secret',
      with: 'an older secret after the second rotation',
      change: sample(1, 0, 'none'),
      expected: 'failed',
      finding: { at: 'x-platform-signature' },
    },
    {
      requirement: 'rotation-grace-takes-either-secret',
      with: 'nothing signed rightly before',
      change: (changed) => {
        for (const one of changed.before) one.signature = { signedWith: 'none' }
      },
      expected: 'cut-off',
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'one delivery of several by the old secret a day later',
      change: sample(0, 2, 'current', 'former', 'current'),
      expected: 'failed',
      finding: { expected: 'the current secret', observed: 'former' },
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'a newest secret that never signs',
      change: sample(1, 1, 'former', 'former'),
      expected: 'failed',
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'the first of two secrets that were made at once',
      change: sample(2, 0, 'former'),
      expected: 'failed',
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'an older secret once the endpoint was out of service',
      change: (changed) => {
        for (const one of changed.reopened ?? []) one.signature = { signedWith: 'none' }
      },
      expected: 'failed',
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'nothing delivered once the endpoint was in service again',
      change: (changed) => {
        changed.reopened = []
      },
      expected: 'passed',
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'nothing delivered after the second rotation',
      change: sample(1, 1),
      expected: 'failed',
      finding: { observed: 'no delivery after the rotation' },
    },
    {
      requirement: 'rotation-ends-with-the-new-secret',
      with: 'no day to wait for',
      change: (changed) => {
        changed.rounds = [changed.rounds[0]?.slice(0, 1) ?? []]
      },
      expected: 'cannot-tell',
    },
    {
      requirement: 'rotation-makes-a-new-secret',
      with: 'the first secret once more after the second rotation',
      change: (changed) => {
        changed.secrets = [1, 2, 1].map(secretFacts)
      },
      expected: 'failed',
      finding: { observed: 'a secret that the endpoint had before' },
    },
    {
      requirement: 'rotation-makes-a-new-secret',
      with: 'a secret that nobody rotated',
      change: (changed) => {
        changed.secrets = [secretFacts(1)]
      },
      expected: 'cannot-tell',
    },
    {
      requirement: 'observe-rotation-grace-length',
      with: 'as it is',
      expected: 'observed',
    },
    { requirement: 'weak-spot-one-signature-header', with: 'as it is', expected: 'observed' },
  ],
})

/** Drives the scenario on an endpoint that the breaker disables, with an operator that lacks some actions. */
async function drivenWith(perform: (action: string) => unknown): Promise<RotationTrace> {
  let now = 0
  const endpoint = {
    id: 'one',
    arrivals: () => [],
    answer: () => undefined,
    rotate: async () => undefined,
    secrets: () => [],
  }
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

test('an endpoint that comes back into service is checked, too', async () => {
  const { rounds, reopened } = await drivenWith(() => ({ status: 'disabled' }))
  expect(rounds).toHaveLength(4)
  expect(reopened).toEqual([])
})

test('an endpoint that is not brought back takes nothing from the rest', async () => {
  const { rounds, reopened } = await drivenWith((action) => {
    if (action === 'enable_endpoint') throw new CannotTell('it was refused', 'operator.enable_endpoint')
    return { status: 'disabled' }
  })
  expect(rounds).toHaveLength(4)
  expect(reopened).toBeUndefined()
})
