import type { Platform } from '../platform.ts'
import type { ValidSubmission } from '../quotes/quote.ts'
import type { Variant } from './variant.ts'

/** A UUID of version 7: it begins with the time. */
function ordered({ clock, random }: Platform): string {
  const time = clock.now().toString(16).padStart(12, '0')
  const rest = random.uuid()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(15)}`
}

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

/** Legal forms of values that are new each time, and of values that a platform chooses itself (2.3, 5, 6). */
export const valueVariants: readonly Variant[] = [
  {
    id: 'quote-ids-in-capitals',
    says: 'Quote ids are written in capitals',
    choice: 'quote ids',
    observes: [],
    change: ({ ids }) => ({ ids: { quote: (platform) => ids.quote(platform).toUpperCase() } }),
  },
  {
    id: 'quote-ids-of-version-7',
    says: 'Quote ids are UUIDs that begin with the time',
    choice: 'quote ids',
    observes: [],
    change: () => ({ ids: { quote: ordered } }),
  },
  {
    id: 'policy-numbers',
    says: 'Policy ids are numbers of policies',
    choice: 'policy ids',
    observes: [],
    change: () => ({ ids: { policy: ({ random }) => `CYB-${parseInt(random.uuid().slice(0, 8), 16)}/01` } }),
  },
  {
    id: 'event-ids-with-a-period',
    says: 'Event ids have a prefix, set apart by a period',
    choice: 'event ids',
    observes: ['observe-event-id-with-period'],
    change: ({ ids }) => ({ ids: { event: (platform) => `evt.${ids.event(platform)}` } }),
  },
  {
    id: 'utc-as-an-offset',
    says: 'Timestamps are written with the offset +00:00',
    choice: 'timestamps',
    observes: [],
    change: ({ formats }) => ({
      formats: { timestamp: (milliseconds) => formats.timestamp(milliseconds).replace('Z', '+00:00') },
    }),
  },
  {
    id: 'another-product',
    says: 'Product, prior acts and periods have other values, and checkout is on another host',
    choice: 'own values',
    observes: [
      'observe-payload-against-quote',
      'record-unknown-fields',
      'observe-product-name-values',
      'observe-prior-acts-values',
      'observe-period-unit',
    ],
    change: ({ coverage }) => ({
      record: {
        product_details: () => ({ product_name: 'Net Guard Plus', tier: 2 }),
        checkout_link: ({ id }) => `HTTPS://pay.example.org/?q=${id}#start`,
      },
      policyTerm: { prior_acts: () => '', include_tria: () => false },
      coverage: Object.fromEntries(
        Object.keys(coverage)
          .filter((name) => name.endsWith('_period'))
          .map((name) => [name, () => 0.5] as const),
      ),
    }),
  },
  {
    id: 'term-of-eighteen-months',
    says: 'The term is longer than a year',
    choice: 'term',
    observes: ['term-length'],
    change: ({ policyTerm }) => ({
      policyTerm: {
        expiration_date: (...given) => {
          const end = new Date(`${String(policyTerm.expiration_date?.(...given))}T00:00:00Z`)
          return new Date(end.getTime() + 182 * 86_400_000).toISOString().slice(0, 10)
        },
      },
    }),
  },
  {
    id: 'optional-limits-absent',
    says: 'Utility fraud and reputational harm are not covered',
    choice: 'optional fields',
    observes: [],
    hides: ['record-coverage-details-utility-fraud-limit', 'record-coverage-details-reputational-harm-limit'],
    change: () => ({
      coverage: { utility_fraud_limit: () => undefined, reputational_harm_limit: () => undefined },
    }),
  },
  {
    id: 'retentions-in-higher-steps',
    says: 'A retention above the minimum is rated at the next step of a tariff, without a message',
    choice: 'steps',
    observes: [],
    change: ({ rating }) => ({
      rating: {
        rate(submission, minimum) {
          const rated = rating.rate(submission, minimum)
          return {
            ...rated,
            retention: rated.retention > minimum ? Math.ceil(rated.retention / 4000) * 4000 : minimum,
          }
        },
      },
    }),
  },
  {
    id: 'retentions-in-steps',
    says: 'Retentions are those of a tariff, and one between two steps is rated at the lower one',
    choice: 'steps',
    observes: [],
    warns: ['retention-not-lowered'],
    change: ({ rating }) => ({
      rating: {
        rate(submission, minimum) {
          const rated = rating.rate(submission, minimum)
          const step = [2500, 5000, 7500, 25_000].findLast((one) => one <= rated.retention) ?? minimum
          return { ...rated, retention: step }
        },
      },
    }),
  },
  {
    id: 'one-quote-for-each-insured',
    says: 'A broker gets one quote for a tax id or a domain, and the next one is declined',
    choice: 'clearance',
    observes: [],
    change: ({ operations, answers }) => {
      const cleared = new Map<string, string>()
      return {
        operations: {
          async submit(call, platform) {
            const answer = await operations.submit(call, platform)
            if (answer.status !== 200) return answer
            const { insured_taxid: taxId, website, insured_name: name } = call.body as ValidSubmission
            const isTaken = [taxId, website.domainName].some((key) => {
              if (key === undefined) return false
              const holder = cleared.get(key) ?? name
              cleared.set(key, holder)
              return holder !== name
            })
            return isTaken ? answers.declined('This insured is with another broker.') : answer
          },
        },
      }
    },
  },
  {
    id: 'premiums-with-cents',
    says: 'Premiums fall where they fall, and personal cyber is free',
    choice: 'prices',
    observes: [],
    change: ({ rating }) => ({
      rating: {
        rate: (submission, minimum) => {
          const rate = rating.rate(submission, minimum)
          const personalCyber = { premium: 0, count: 0, limit: 0, retention: 0 }
          return { ...rate, premium: rate.premium + 0.37, policyFee: 0, personalCyber }
        },
      },
    }),
  },
  {
    id: 'prices-of-each-insured',
    says: 'The same risk costs every insured something else',
    choice: 'prices',
    observes: ['observe-equal-submissions-rate-alike'],
    change: ({ rating }) => ({
      rating: {
        rate: (submission, minimum) => {
          const rate = rating.rate(submission, minimum)
          const letters = [...submission.insured_name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
          return { ...rate, premium: rate.premium + letters }
        },
      },
    }),
  },
  {
    id: 'tokens-as-jwt',
    says: 'Tokens are JSON Web Tokens',
    choice: 'tokens',
    observes: [],
    change: ({ tokens }) => ({
      tokens: {
        text: (client, platform) => {
          const claims = Buffer.from(
            JSON.stringify({ sub: client.id, jti: platform.random.uuid() }),
          ).toString('base64url')
          return `${header}.${claims}.${tokens.text(client, platform)}`
        },
      },
    }),
  },
]
