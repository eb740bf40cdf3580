import { expect, test } from 'vitest'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { delivered, spec, submission } from '../vocabulary/events/testing.ts'
import { deliveriesTogether, ownCustomers } from './deliveries-together.ts'

const kindOf = (requirement: string, arrivals: readonly Arrival[]) =>
  deliveriesTogether<readonly Arrival[]>((all) => all)
    .find((one) => one.requirement === requirement)
    ?.judge(arrivals, { spec, exchanges: [] }).kind

test('a copy under its Event-ID is no other event', () => {
  const [one, copy] = [delivered({ id: 'e' }), delivered({ id: 'e' })]
  expect(kindOf('delivery-event-id-unique', [one, copy])).toBe('passed')
  expect(kindOf('delivery-event-id-unique', [one, delivered({ id: 'e', data: { quoteId: 'q-2' } })])).toBe(
    'failed',
  )
})

test('an id that another event of the run had is found', () => {
  const reused = (...ids: NonNullable<Arrival['reused']>) => [{ ...policy('1', 'maple'), reused: ids }]
  expect(kindOf('delivery-event-id-unique', reused('event-id'))).toBe('failed')
  expect(kindOf('payload-policy-id-unique', reused('event-id'))).toBe('cannot-tell')
  expect(kindOf('payload-policy-id-unique', reused('policy-id'))).toBe('failed')
})

test('what nothing is stated of may differ between two attempts of an event', () => {
  const attempts = [1, 2].map((attempt) => delivered({ id: 'e', data: { attempt } }))
  expect(kindOf('delivery-event-id-unique', attempts)).toBe('passed')
})

test('two partners at one endpoint are one too many, of a type beyond the four nothing is asked', () => {
  const own = delivered({})
  const other = { data: { partnerId: 'p-2' } }
  expect(kindOf('payload-partner-id-kept', [own, delivered({})])).toBe('passed')
  expect(kindOf('payload-partner-id-kept', [own, delivered(other)])).toBe('failed')
  expect(kindOf('payload-partner-id-kept', [own, delivered({ ...other, type: 'quote.priced' })])).toBe(
    'passed',
  )
})

const policy = (policyId: string, name: string) =>
  delivered({ type: 'policy.created', data: { policyId, customer: { name, email: 'a@b.example' } } })

test('two customers have two policies', () => {
  expect(kindOf('payload-policy-id-unique', [policy('1', 'maple'), policy('2', 'alder')])).toBe('passed')
  expect(kindOf('payload-policy-id-unique', [policy('1', 'maple'), policy('1', 'alder')])).toBe('failed')
  expect(kindOf('payload-policy-id-unique', [policy('1', 'maple'), policy('1', 'maple')])).toBe('cannot-tell')
})

test('a customer of another quote is found whatever else the event calls it', () => {
  const sent = [submission('q-1', 'maple 1'), submission('q-2', 'maple 2')]
  const named = (name: string) => [delivered({ data: { quoteId: 'Q-1', customer: { name } } })]
  expect(ownCustomers(named('MAPLE 1'), { exchanges: sent }).kind).toBe('passed')
  expect(ownCustomers(named('Robin Ellis'), { exchanges: sent }).kind).toBe('passed')
  expect(ownCustomers(named('maple 2'), { exchanges: sent }).kind).toBe('failed')
})
