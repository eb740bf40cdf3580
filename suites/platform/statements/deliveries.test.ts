import { expect, test } from 'vitest'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { RATED, story } from '../ledger/testing.ts'
import { deliveryStatements, standingDeliveryClaims } from './deliveries.ts'

/** The verdicts on deliveries that differ from right ones in one way. */
function verdictsOn(change: (arrival: Arrival) => Partial<Arrival>, clientPartnerId = 'p-1') {
  const { arrivals = [], target, ...facts } = story(...RATED)
  const changed = arrivals.map((arrival) => ({ ...arrival, ...change(arrival) }))
  const ledger = { ...facts, arrivals: changed, target: { ...target, clientPartnerId } }
  return Object.fromEntries(
    deliveryStatements.map(({ requirement, judge }) => [requirement, judge(ledger)?.kind]),
  )
}

const named = (body: string | undefined, id: string) => (body ?? '').replace('p-1', id)

test('right deliveries pass what they could have broken', () => {
  expect(verdictsOn(({ body = '' }) => ({ body: body.replace('p-1', 'P-1') }))).toMatchObject({
    'delivery-event-id-unique': 'passed',
    'payload-partner-id-kept': 'passed',
    'payload-partner-id-of-the-client': 'passed',
    'signature-covers-non-ascii': undefined,
  })
})

test('an event of another partner is found by the client id', () => {
  const verdicts = verdictsOn(({ body }) => ({ body: named(body, 'p-2') }))
  expect(verdicts['payload-partner-id-of-the-client']).toBe('failed')
  expect(verdicts['payload-partner-id-kept']).toBe('passed')
})

test('one Event-ID of two events is found', () => {
  const headers: Arrival['headers'] = [['event-id', 'same']]
  expect(verdictsOn(() => ({ headers }))['delivery-event-id-unique']).toBe('failed')
})

test.each([
  ['none', 'failed'],
  ['current', 'passed'],
  ['unknown', undefined],
] as const)('a body beyond ASCII that is signed with %s: %s', (signedWith, expected) => {
  const verdicts = verdictsOn(({ body }) => ({ body: named(body, 'Zoë'), signature: { signedWith } }), 'zoë')
  expect(verdicts['signature-covers-non-ascii']).toBe(expected)
})

test.each<[string, Arrival['headers'], string | undefined]>([
  ['with a signature and no id', [['x-platform-signature', 'ab']], 'failed'],
  ['with an id', [['event-id', 'one']], 'passed'],
  ['with neither, which anybody may have sent', [], undefined],
])('a delivery %s', (_, headers, expected) => {
  const { arrivals = [], ...facts } = story(...RATED)
  const ledger = { ...facts, arrivals: arrivals.map((arrival) => ({ ...arrival, headers })) }
  const claim = standingDeliveryClaims(facts.spec).find(
    ({ requirement }) => requirement === 'delivery-event-id',
  )
  expect(claim?.judge(ledger)?.kind).toBe(expected)
})
