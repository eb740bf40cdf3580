import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { ENTRY_KINDS, type EntryKind } from '../../../conformance/ledger.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { ISSUED, RATED, story } from '../ledger/testing.ts'
import { eventStatements } from './events.ts'

const verdictOn = (facts: Facts<Spec>) =>
  eventStatements
    .find(({ requirement }) => requirement === 'payload-effective-date-as-submitted')
    ?.judge(facts)

/** The same ledger, where events of policies name another day. */
const dated = (day: unknown, facts = story(...ISSUED)): Facts<Spec> => ({
  ...facts,
  arrivals: (facts.arrivals ?? []).map((one) => ({
    ...one,
    body: one.body?.replace('"effectiveDate":"2026-06-01"', `"effectiveDate":${JSON.stringify(day)}`) ?? '',
  })),
})

/** The same ledger, where requests of an operation have another body. */
const sending = (operation: Exchange['operation'], body: object, facts: Facts<Spec>): Facts<Spec> => ({
  ...facts,
  exchanges: facts.exchanges.map((one) =>
    one.operation === operation ? { ...one, request: { ...one.request, body: JSON.stringify(body) } } : one,
  ),
})

const START = Date.parse('2026-03-01T10:00:00.000Z')
const SUBMISSION = {
  broker_email: 'casey.morgan@brokerage.example',
  insured_name: 'Alder',
  insured_location: {
    address_line1: '410 Harbor Street',
    address_city: 'Portland',
    address_state: 'OR',
    address_zip: '97204',
  },
  claims: { claims_count: 0, claims_amount: 0 },
  effective_date: '2026-06-01',
  revenue: 5_000_000,
  naics: 541_511,
  question_highrisk: false,
  agg_limit: 1_000_000,
  retention: 10_000,
  website: { has_website: true, domainName: 'https://www.alder.example' },
  insured_contact: {
    first_name: 'Robin',
    last_name: 'Ellis',
    email: 'robin.ellis@alder.example',
    phone: '503-555-0142',
    preferred_method: 'email',
  },
}

/** A recording of a quote with a whole submission, whose policy names a day. */
function recorded(day: string, whole: readonly EntryKind[]): Facts<Spec> {
  const facts = sending('submit', SUBMISSION, dated(day))
  return {
    ...facts,
    whole,
    exchanges: facts.exchanges.map((one) => ({ ...one, startedAt: one.startedAt + START })),
    arrivals: (facts.arrivals ?? []).map((one) => ({ ...one, receivedAt: (one.receivedAt ?? 0) + START })),
  }
}

const UPDATED = story(...RATED, 'update', 'shows ready_to_bind', ...ISSUED.slice(RATED.length))
const TWO = [...RATED, 'beside submit', 'beside shows ready_to_bind', ...ISSUED.slice(RATED.length)]

test('the submitted day is right, and every other one is wrong', () => {
  expect(verdictOn(story(...ISSUED))?.kind).toBe('passed')
  expect(verdictOn(dated('2026-06-02'))).toMatchObject({
    kind: 'failed',
    findings: [{ observed: '"2026-06-02"', at: '/data/effectiveDate', arrival: expect.any(String) }],
  })
})

test('a recording is judged likewise', () => {
  expect(verdictOn(recorded('2026-06-01', ENTRY_KINDS))?.kind).toBe('passed')
  expect(verdictOn(recorded('2026-06-02', ENTRY_KINDS))?.kind).toBe('failed')
})

test('an update of a contact leaves the day as it was', () => {
  expect(verdictOn(UPDATED)?.kind).toBe('passed')
  expect(verdictOn(dated('2026-06-02', UPDATED))?.kind).toBe('failed')
})

test.each<readonly [string, Facts<Spec>]>([
  ['a form that is no day', dated('2026-06-02T00:00:00Z')],
  ['no day at all', dated(null)],
  ['an insured with two quotes', dated('2026-06-02', story(...TWO))],
  ['two policies of one quote', dated('2026-06-02', story(...ISSUED, 'event policy.created once more'))],
  ['a policy that nobody bound', dated('2026-06-02', story(...RATED, 'event policy.created'))],
  [
    'an update that names a day',
    dated('2026-06-02', sending('update', { effective_date: '2026-06-02' }, UPDATED)),
  ],
  [
    'a policy that is issued after its day',
    sending('submit', { insured_name: 'Alder', effective_date: '2026-02-01' }, story(...ISSUED)),
  ],
  ['a recording that may lack requests', recorded('2026-06-02', ['deliveries', 'operator'])],
  ['a recorded submission that is debatable', { ...dated('2026-06-02'), whole: ENTRY_KINDS }],
])('nothing is said of %s', (_, facts) => {
  expect(verdictOn(facts)).toBeUndefined()
})
