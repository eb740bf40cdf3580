import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../conformance/json/object.ts'
import type { HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import { operating } from './answers.ts'
import { alongCourses } from './course.ts'
import type { Mutant } from './mutant.ts'

/** The answer to a submission that is mistaken for an existing quote's. */
function submittedAs(known: Quote, platform: Platform): HttpAnswer {
  const { answers, record } = platform.behaviour
  return answers.submitted(
    Object.fromEntries(Object.entries(record).map(([field, make]) => [field, make(known, platform)])),
  )
}

/** Counts the things of each partner by themselves, with eight digits. */
function sequences(): (partnerId: string) => string {
  const counts = new Map<string, number>()
  return (partnerId) => {
    const count = (counts.get(partnerId) ?? 0) + 1
    counts.set(partnerId, count)
    return String(count).padStart(8, '0')
  }
}

/** Quotes, policies and events that are not told apart (2.3, 6.headers, 6.payload). */
export const idMutants: readonly Mutant[] = [
  {
    id: 'failures-are-merged',
    says: 'A submission for an insured whose quote failed before gets that failed quote, even with another contact',
    kills: ['quote-ids-are-unique'],
    change: operating(['submit'], (standard, { body }, platform) => {
      const { rating } = platform.behaviour
      const name = (body as { insured_name?: unknown } | undefined)?.insured_name
      const known = [...platform.quotes.values()].find(
        ({ submission }) => submission.insured_name === name && rating.outcome(submission) === 'failed',
      )
      return known === undefined ? standard() : submittedAs(known, platform)
    }),
  },
  {
    id: 'one-quote-for-two-partners',
    says: 'A submission that another partner sent already gets the quote of that partner',
    kills: ['quote-ids-are-unique'],
    change: operating(['submit'], (standard, { body, partner }, platform) => {
      const known = [...platform.quotes.values()].find(
        ({ partnerId, submission }) => partnerId !== partner.id && isDeepStrictEqual(submission, body),
      )
      return known === undefined ? standard() : submittedAs(known, platform)
    }),
  },
  {
    id: 'one-quote-for-an-insured',
    says: 'A second submission for an insured counts as a double click, even with another effective date',
    kills: ['effective-date-as-submitted'],
    change({ operations, answers, record }) {
      const known = new Map<string, Quote>()
      return {
        operations: {
          submit(call, platform) {
            const before = new Set(platform.quotes.keys())
            const answer = operations.submit(call, platform)
            if (answer instanceof Promise || answer.status !== 200 || !isObject(call.body)) return answer
            const key = JSON.stringify([call.partner.id, call.body.insured_name])
            const first = known.get(key)
            for (const [id, quote] of platform.quotes)
              if (!before.has(id) && first === undefined) known.set(key, quote)
            if (first === undefined) return answer
            const shown = Object.keys(record).map((name) => [name, record[name]?.(first, platform)])
            return answers.submitted(Object.fromEntries(shown))
          },
        },
      }
    },
  },
  {
    id: 'held-policies-have-one-id',
    says: 'Policies that are released together all have the number of the first',
    kills: ['payload-policy-id-unique'],
    change: alongCourses((courseOf) => ({ effects }) => {
      let first: { readonly id: string; readonly at: number } | undefined
      return {
        effects: {
          issued(quote, platform) {
            const { ids } = platform.behaviour
            const now = platform.clock.now()
            if (!courseOf(quote).boundHeld) return effects.issued(quote, platform)
            if (first === undefined || first.at !== now) first = { id: ids.policy(platform), at: now }
            quote.policyId = first.id
            if (quote.announcesLate) platform.behaviour.effects.proposalAnnounced(quote, platform)
            platform.events.emit('policy.created', quote, platform)
          },
        },
      }
    }),
  },
  {
    id: 'policies-are-numbered-by-tax-id',
    says: 'All policies of one tax id have the same number',
    kills: ['payload-policy-id-unique'],
    change: ({ events }) => ({
      events: {
        payloads: {
          ...events.payloads,
          'policy.created': (quote, platform) => {
            const { insured_taxid } = quote.submission
            const payload = events.payloads['policy.created'](quote, platform)
            return insured_taxid === undefined ? payload : { ...payload, policyId: `pol-${insured_taxid}` }
          },
        },
      },
    }),
  },
  {
    id: 'event-ids-by-partner',
    says: 'Events of two partners have the same ids, since each partner has its own sequence',
    kills: ['delivery-event-id-unique'],
    change({ events }) {
      const next = sequences()
      return {
        events: {
          made: (type, subject, platform) =>
            events
              .made(type, subject, platform)
              .map((event) =>
                event.partnerId === undefined ? event : { ...event, id: `evt_${next(event.partnerId)}` },
              ),
        },
      }
    },
  },
  {
    id: 'policy-ids-by-partner',
    says: 'Policies of two partners have the same ids, since each partner has its own sequence',
    kills: ['payload-policy-id-unique'],
    change({ effects }) {
      const next = sequences()
      return {
        effects: {
          issued(quote, platform) {
            const { behaviour } = platform
            const ids = { ...behaviour.ids, policy: () => `POL-${next(quote.partnerId)}` }
            effects.issued(quote, { ...platform, behaviour: { ...behaviour, ids } })
          },
        },
      }
    },
  },
  {
    id: 'event-ids-by-the-millisecond',
    says: 'The id of an event is the moment at which it happened',
    kills: ['delivery-event-id-unique'],
    change: () => ({ ids: { event: ({ clock }) => `evt-${clock.now()}` } }),
  },
]
