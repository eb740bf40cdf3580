import { expect, test } from 'vitest'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { RATED, story } from '../ledger/testing.ts'
import { eventStatements } from './events.ts'

const findingOf = (requirement: string, facts: Facts<Spec>) => {
  const verdict = eventStatements.find((one) => one.requirement === requirement)?.judge(facts)
  return verdict?.kind === 'failed' ? verdict.findings[0] : undefined
}

/** The same ledger with other texts in what was delivered. */
const delivering = (facts: Facts<Spec>, ...[from, to]: readonly [RegExp, string]): Facts<Spec> => ({
  ...facts,
  arrivals: (facts.arrivals ?? []).map((one) => ({ ...one, body: one.body?.replace(from, to) ?? '' })),
})

const UNKNOWN = '00000000-0d6e-4a55-9f0b-0d1f6f7a2c11'
const MISNAMED = story('register', 'submit', 'event quote.created', 'shows ready_to_bind', 'wait')
const naming = (customer: string) =>
  delivering(MISNAMED, /"quoteId":"[^"]+"/, `"quoteId":"${UNKNOWN}","customer":{"name":"${customer}"}`)

test('an event that names the customer, but another quote, is named where it was missed', () => {
  expect(findingOf('quote-created-emitted', naming('Alder'))).toMatchObject({
    observed: 'none among 1 deliveries; one of that type names its customer, but another quote',
    arrival: 'arrival 2',
  })
})

test('an event of an unknown quote may be that of another scenario', () => {
  const finding = findingOf('quote-created-emitted', naming('Birch'))
  expect(finding).toMatchObject({ observed: 'none among 1 deliveries' })
  expect(finding?.arrival).toBeUndefined()
})

/** Two quotes of two insured: all events of policies name the second one. */
function ofTwo(...steps: readonly string[]): Facts<Spec> {
  const beside = ['submit', 'event quote.created', 'shows ready_to_bind', 'event quote.proposalReady']
  const facts = story(...RATED, ...beside.map((step) => `beside ${step}`), ...steps)
  const [, second] = facts.exchanges.filter(({ operation }) => operation === 'submit')
  const exchanges = facts.exchanges.map((one) =>
    one === second
      ? { ...one, request: { ...one.request, body: one.request.body?.replace('Alder', 'Alder2') ?? '' } }
      : one,
  )
  return delivering({ ...facts, exchanges }, /Alder/, 'Alder2')
}

const NONE = /^none among \d+ deliveries$/

test.each<readonly [string, readonly string[], RegExp]>([
  [
    'of a quote that was not bound',
    ['bind', 'event policy.created', 'shows issued', 'wait'],
    /; one of that type names another customer, whose quote nobody bound$/,
  ],
  [
    'of a quote that had its own',
    [
      ...['bind', 'beside bind', 'beside event policy.created', 'event policy.created'],
      ...['shows issued', 'beside shows issued', 'wait'],
    ],
    /; one of that type names another customer, whose quote has one too many$/,
  ],
  [
    'of a quote that has just this one',
    [
      ...['bind', 'beside bind', 'beside event policy.created'],
      ...['shows issued', 'beside shows issued', 'wait'],
    ],
    NONE,
  ],
])('a policy %s', (_, steps, observed) => {
  const finding = findingOf('policy-created-emitted', ofTwo(...steps))
  expect(finding?.observed).toMatch(observed)
  expect(finding?.arrival !== undefined).toBe(observed !== NONE)
})
