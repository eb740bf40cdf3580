import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, observed } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import { RATE_REQUIREMENTS } from '../../statements/rating.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

/** Submissions whose validity the specification leaves open (R2), as merge patches of a good one. */
const OPEN: Readonly<Record<string, Readonly<Record<string, Submission>>>> = {
  'unknown-fields': { 'extra field': { favourite_colour: 'green' } },
  'past-effective-date': { 'a date in 2020': { effective_date: '2020-01-15' } },
  'far-effective-date': { 'a date in 2199': { effective_date: '2199-01-15' } },
  'zero-amounts': { revenue: { revenue: 0 }, agg_limit: { agg_limit: 0 }, retention: { retention: 0 } },
  'negative-amounts': {
    revenue: { revenue: -1 },
    agg_limit: { agg_limit: -1 },
    retention: { retention: -1 },
  },
  'unassigned-naics': { '999999': { naics: 999999 } },
  'amount-with-dollar-sign': { $1000000: { agg_limit: '$1000000' } },
  'amount-with-commas': { '1,000,000': { agg_limit: '1,000,000' } },
  'amount-with-exponent': { '1e6': { agg_limit: '1e6' } },
  'preferred-method': { 'carrier pigeon': { insured_contact: { preferred_method: 'carrier pigeon' } } },
  'unassigned-state-code': { ZZ: { insured_location: { address_state: 'ZZ' } } },
  'zip-format': { letters: { insured_location: { address_zip: 'no zip' } } },
}

const SUB_OBJECTS = {
  'missing-address-fields': 'insured_location',
  'missing-claims-fields': 'claims',
  'missing-website-fields': 'website',
  'missing-contact-fields': 'insured_contact',
} as const

interface Answers {
  readonly [label: string]: Exchange
}

const observation = (
  what: string,
  drive: Parameters<typeof scenario<Answers>>[0]['drive'],
): PlatformScenario =>
  scenario<Answers>({
    id: `submit/open-${what}`,
    title: `The answer to a submission whose validity is not stated: ${what.replaceAll('-', ' ')}`,
    drive,
    claims: [
      claim(`submit-observe-${what}`, (answers) =>
        all(Object.entries(answers).map(([label, answer]) => observedAnswer(answer, label))),
      ),
    ],
  })

const scenarios: readonly PlatformScenario[] = [
  ...Object.entries(OPEN).map(([what, patches]) =>
    observation(what, ({ api, facts, unique }) =>
      inTurn(Object.entries(patches), ([, patch]) =>
        api.submit(uniqueSubmission(facts.submission, patch, unique())),
      ),
    ),
  ),
  ...Object.entries(SUB_OBJECTS).map(([what, object]) =>
    observation(what, ({ api, quotes }) => {
      const fields = Object.keys(quotes.submission()[object] ?? {})
      return inTurn(
        fields.map((field) => [field, field] as const),
        ([, field]) => api.submit(without(quotes.submission(), object, field)),
      )
    }),
  ),
  observation('null-optional', ({ api, quotes }) =>
    inTurn(
      (['insured_taxid', 'year_founded'] as const).map((field) => [field, field] as const),
      ([, field]) => api.submit({ ...quotes.submission(), [field]: null }),
    ),
  ),
  observation('content-type', ({ api, quotes }) =>
    inTurn(
      (['text/plain', 'application/xml', null] as const).map((type) => [type ?? 'none', type] as const),
      ([, type]) => api.submit(quotes.submission(), { headers: { 'content-type': type } }),
    ),
  ),
  observation('duplicate-keys', async ({ api, quotes }) => {
    const text = JSON.stringify(quotes.submission())
    return { year_founded: await api.submit(undefined, { body: text.replace('{', '{"year_founded":1987,') }) }
  }),
  scenario<{ first: Exchange; second: Exchange }>({
    id: 'submit/open-repeated-submission',
    title: 'An identical second submission gets the same quote or a new one',
    async drive({ api, quotes }) {
      const submission = quotes.submission()
      return { first: await api.submit(submission), second: await api.submit(submission) }
    },
    claims: [
      claim('submit-observe-repeated-submission', ({ first, second }) => {
        const [one, other] = [quoteIdOf(first), quoteIdOf(second)]
        if (one === undefined || other === undefined) return observedAnswer(second, 'second')
        return observed(one === other ? 'the second yields the same quote' : 'the second yields a new quote')
      }),
    ],
  }),
  scenario<Exchange>({
    id: 'submit/open-size',
    title: 'The answer to a submission of unusual size',
    drive: ({ api, quotes }) => api.submit({ ...quotes.submission(), remarks: 'x'.repeat(256 * 1024) }),
    claims: [claim('observe-request-size', (answer) => observedAnswer(answer, '256 KiB'))],
  }),
  scenario<Exchange>({
    id: 'submit/open-declined-while-held',
    title: 'A submission to be declined is answered while rating is held',
    needs: [{ outcome: 'declined' }, { operator: 'hold_rating' }, { operator: 'release_rating' }],
    exclusive: true,
    drive: ({ operator, quotes }) =>
      whileHeld(operator, 'rating', async () => (await quotes.submit('declined')).answer),
    claims: [claim('observe-decline-while-rating-is-held', (answer) => observedAnswer(answer))],
  }),
]

/** Scenarios whose submissions may be answered, and rated if accepted, in any way. */
export const openSubmissions: readonly PlatformScenario[] = scenarios.map((one) => ({
  ...one,
  exempt: RATE_REQUIREMENTS,
}))

async function inTurn<T>(
  ways: readonly (readonly [label: string, way: T])[],
  send: (way: readonly [string, T]) => Promise<Exchange>,
): Promise<Answers> {
  const answers: Record<string, Exchange> = {}
  for (const way of ways) answers[way[0]] = await send(way)
  return answers
}

function without(submission: Submission, object: string, field: string): Submission {
  const copy = structuredClone(submission)
  const part = copy[object]
  if (isObject(part)) Reflect.deleteProperty(part, field)
  return copy
}
