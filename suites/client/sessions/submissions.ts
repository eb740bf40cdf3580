import { endsInOrder } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'

/** Names with characters that have a meaning in formats, paths or shells, one kind in each name. */
const NAMES = [
  { id: 'percent', says: 'a percent sign and a slash', name: '100% Natural / Organic' },
  { id: 'shell', says: 'what a shell replaces', name: 'Cash $1 `Plus` {Co} * #7' },
]

const named = NAMES.map(({ id, says, name }) =>
  clientScenario({
    id: `submissions/${id}`,
    title: `A name of the submission has ${says}, and every answer is no`,
    session: {
      submission: { insured_name: name, website: { has_website: false }, question_highrisk: false },
    },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
)

/** Submissions that a client has to send unchanged, with whatever library it reads and writes them (4.submit, R31). */
export const submissions: readonly ClientScenario[] = [
  ...named,
  clientScenario({
    id: 'submissions/other-scripts',
    title: 'A submission holds letters of many scripts',
    session: {
      submission: {
        // Day and month below 10 need a leading zero.
        effective_date: '2029-03-05',
        insured_name: 'Ærøskøbing "Šípková" & Søn “保険” 🏦 \\ Ltd',
        website: { has_website: true, domainName: 'http://sipkova.example/%C3%A9?a=1&b=2' },
        insured_location: { address_line1: 'Łąkowa 7 ½', address_city: 'São José' },
        insured_contact: { first_name: 'Žofie', last_name: 'O\'Ñandú \\ "Ünal" / 山田' },
      },
    },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  clientScenario({
    id: 'submissions/required-only',
    title: 'A submission has the required fields only, and no line end behind them',
    session: { submission: { insured_taxid: null, year_founded: null }, written: 'many-lines-unended' },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  clientScenario({
    id: 'submissions/amounts-as-text',
    title: 'A submission has its amounts as text, and text of digits only where there is no number',
    session: {
      submission: {
        ...{ revenue: '5000000', agg_limit: '1000000', retention: '10000' },
        insured_contact: { phone: '5035550142' },
        insured_location: { address_city: 'Cambridge', address_state: 'MA', address_zip: '02139' },
      },
      written: 'windows',
    },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
  clientScenario({
    id: 'submissions/large-amounts',
    title: 'A submission has amounts beyond 32 bits, two with cents, and stands on one line',
    session: {
      submission: {
        ...{ revenue: 4_200_000_000.5, agg_limit: 25_000_000 },
        claims: { claims_count: 1, claims_amount: 1250.75 },
      },
      written: 'one-line',
    },
    claims: [...inEverySession, endsInOrder('client-writes-its-result')],
  }),
]
