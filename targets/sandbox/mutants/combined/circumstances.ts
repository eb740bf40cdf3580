import { createHash } from 'node:crypto'
import { isObject } from '../../../../conformance/json/object.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

/** Defects that show for some valid forms only, or only after another action. */
export const circumstanceMutants: readonly Mutant[] = [
  {
    id: 'reviews-forget-an-announced-minimum',
    says: 'A review approves the submitted retention, though the message names the raised one',
    kills: ['retention-below-minimum-is-raised'],
    change: ({ policyTerm, record }) => ({
      policyTerm: {
        retention: (rating, platform, quote) =>
          quote.submission.question_highrisk
            ? platform.behaviour.formats.money(Number(quote.submission.retention))
            : policyTerm.retention?.(rating, platform, quote),
      },
      record: {
        message(quote, platform) {
          if (!quote.submission.question_highrisk) return record.message?.(quote, platform)
          const { minimumRetention } = platform.behaviour.rating
          const minimum = platform.behaviour.formats.money(minimumRetention(quote.submission))
          return quote.status === 'underwriter_review' ? `The retention is raised to ${minimum}.` : undefined
        },
      },
    }),
  },
  {
    id: 'addresses-of-no-website-are-not-checked',
    says: 'Without a website, the field for its address accepts anything',
    kills: ['submit-format-website-domain-name'],
    change: ({ validation }) => ({
      validation: {
        problems(rows, body, rules) {
          const hasNone = isObject(body) && isObject(body.website) && body.website.has_website === false
          const kept = hasNone
            ? rows.map((row) => (row.field === 'website.domainName' ? { ...row, format: undefined } : row))
            : rows
          return validation.problems(kept as typeof rows, body, rules)
        },
      },
    }),
  },
  {
    id: 'rotation-enables-endpoints',
    says: 'A rotation makes the endpoint anew, and new endpoints are enabled',
    kills: ['breaker-stays-open'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint: Endpoint, platform) {
          endpoints.rotate(endpoint, platform)
          if (endpoint.status === 'disabled') endpoints.enable(endpoint, platform)
        },
      },
    }),
  },
  delivering(
    'broker-events-are-known-by-their-contact',
    'The id of broker.added is a hash of the brokerage and its contact, so that the same broker has one event',
    ['delivery-event-id-unique'],
    (webhooks) => ({
      eventId(delivery, attempt, platform) {
        const { type, body } = delivery.event
        const { data } = body as { readonly data: Readonly<Record<string, unknown>> }
        if (type !== 'broker.added') return webhooks.eventId(delivery, attempt, platform)
        return createHash('sha256')
          .update(JSON.stringify([data.brokerageName, data.contact]))
          .digest('hex')
      },
    }),
  ),
]
