import { isObject } from '../validation/types.ts'
import type { Variant } from './variant.ts'

const RENEWAL_MS = 20_000

/** A number that differs between texts, and is always the same for one. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)

/** Legal values that differ from one answer to the next, or between things that are alike (2.3, 5, R8, R10, R20). */
export const changingVariants: readonly Variant[] = [
  {
    id: 'links-are-signed-anew',
    says: 'The signature in a checkout link ends after a while, and the next answer has a new one',
    choice: 'own values',
    observes: [],
    change: ({ record }) => ({
      record: {
        checkout_link: (quote, platform) => {
          const end = Math.floor(platform.clock.now() / RENEWAL_MS) + 2
          return `${record.checkout_link?.(quote, platform)}?expires=${(end * RENEWAL_MS) / 1000}`
        },
      },
    }),
  },
  {
    id: 'two-servers-write-instants',
    says: 'One of two servers writes UTC as Z, and the other as an offset',
    choice: 'timestamps',
    observes: [],
    change: ({ record }) => {
      let reads = 0
      return {
        record: {
          created_at: (quote, platform) => {
            reads += 1
            const text = String(record.created_at?.(quote, platform))
            return Math.floor(reads / 3) % 2 === 0 ? text : text.replace('Z', '+00:00')
          },
        },
      }
    },
  },
  {
    id: 'two-servers-show-other-parts',
    says: 'One of two servers shows the limit of utility fraud, and the other does not',
    choice: 'parts of a record',
    observes: [],
    change: ({ record }) => {
      let reads = 0
      return {
        record: {
          coverage_details: (quote, platform) => {
            reads += 1
            const shown = record.coverage_details?.(quote, platform)
            const isOther = Math.floor(reads / 3) % 2 === 0
            return isObject(shown) && isOther
              ? Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'utility_fraud_limit'))
              : shown
          },
        },
      }
    },
  },
  {
    id: 'two-tariffs',
    says: 'One insured in five gets the prices of a new tariff',
    choice: 'prices',
    observes: ['observe-equal-submissions-rate-alike'],
    change: ({ rating }) => ({
      rating: {
        rate: (submission, minimum) => {
          const rate = rating.rate(submission, minimum)
          const isNew = numberOf(submission.insured_name) % 5 === 0
          return isNew ? { ...rate, premium: rate.premium - 50 } : rate
        },
      },
    }),
  },
  {
    id: 'tokens-are-renewed-in-place',
    says: 'A token request returns the valid token again, with a new lifetime',
    choice: 'tokens',
    observes: [],
    change: ({ tokens }) => ({
      tokens: {
        mint(client, platform) {
          const now = platform.clock.now()
          const known = [...platform.tokens.values()].find(
            (token) => token.clientId === client.id && !platform.behaviour.tokens.isExpired(token, now),
          )
          if (known === undefined) return tokens.mint(client, platform)
          const renewed = { ...known, expiresAt: now + platform.behaviour.tokens.lifetime }
          platform.tokens.set(known.text, renewed)
          return renewed
        },
      },
    }),
  },
]
