import type { BehaviourChange } from '../../behaviour.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { EmittedEventType } from '../../events/table.ts'
import { isFirstPartner } from '../../office/first-partner.ts'
import type { Platform } from '../../platform.ts'
import type { Quote, QuoteStatus } from '../../quotes/quote.ts'
import { inState } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { alongCourses, isAscii, isOfSecondPartner, isRaised, type QuoteHistory } from './course.ts'

type When = (course: QuoteHistory, quote: Quote, platform: Platform) => boolean

/** Makes events of a type so many times, for quotes with a certain history. */
const counted = (type: EmittedEventType, count: number, when: When): BehaviourChange =>
  alongCourses((courseOf) => ({ events }) => ({
    events: {
      made(made, subject, platform) {
        const once = () => events.made(made, subject, platform)
        if (made !== type || !('submission' in subject) || !when(courseOf(subject), subject, platform))
          return once()
        return Array.from({ length: count }, once).flat()
      },
    },
  }))

/** A refused request in a state sends an event all the same. */
const emitting = (
  operation: 'update' | 'bind',
  state: QuoteStatus,
  type: EmittedEventType,
): BehaviourChange =>
  inState([operation], [state], (quote, standard, platform) => {
    if (type === 'policy.created') quote.policyId ??= platform.behaviour.ids.policy(platform)
    if (type !== 'broker.added') platform.events.emit(type, quote, platform)
    return standard()
  })

/** Events that come or are missing where two circumstances meet (6, R16, R28). */
export const combinedEventMutants: readonly Mutant[] = [
  {
    id: 'update-of-an-issued-quote-announces-its-rating',
    says: 'An update of an issued quote is refused, and the rating of the quote is announced once more',
    kills: ['quote-created-once'],
    change: emitting('update', 'issued', 'quote.created'),
  },
  {
    id: 'bind-of-an-approved-rate-announces-a-policy',
    says: 'The bind of a quote whose broker is not onboarded is refused after its event was sent',
    kills: ['policy-created-not-early'],
    change: emitting('bind', 'approved_rate', 'policy.created'),
  },
  {
    id: 'bind-during-a-review-announces-a-policy',
    says: 'The bind of a quote under review is refused after its event was sent',
    kills: ['policy-created-not-early'],
    change: emitting('bind', 'underwriter_review', 'policy.created'),
  },
  {
    id: 'bind-of-a-declined-review-announces-a-policy',
    says: 'The bind of a quote that a review declined is refused after its event was sent',
    kills: ['policy-created-not-early'],
    change: emitting('bind', 'declined', 'policy.created'),
  },
  {
    id: 'bind-before-rating-ends-announces-a-policy',
    says: 'The bind of a pending quote is refused after its event was sent',
    kills: ['policy-created-not-early'],
    change: emitting('bind', 'pending', 'policy.created'),
  },
  {
    id: 'update-before-rating-ends-announces-it',
    says: 'An update of a pending quote is refused, and its rating is announced',
    kills: ['quote-created-after-rating'],
    change: emitting('update', 'pending', 'quote.created'),
  },
  {
    id: 'two-policies-for-an-updated-review',
    says: 'A quote that went through review and an update is issued by both jobs, each with its event',
    kills: ['bind-again-emits-no-second-policy'],
    change: counted('policy.created', 2, ({ reviewed, updates }) => reviewed && updates > 0),
  },
  {
    id: 'no-policy-event-by-a-new-token-and-the-other-key',
    says: 'A bind with a renewed token and the secondary key causes no event',
    kills: ['policy-created-emitted'],
    change: counted('policy.created', 0, ({ key, tokens }) => key === 'secondary' && tokens.size > 1),
  },
  {
    id: 'no-proposal-event-of-a-held-raise',
    says: 'A long rating that raised the retention never has its proposal announced',
    kills: ['proposal-ready-emitted'],
    change: counted('quote.proposalReady', 0, ({ held }, quote) => held && isRaised(quote)),
  },
  {
    id: 'no-rating-event-of-a-raise-beyond-ascii',
    says: 'The message on a raised retention breaks at a name beyond ASCII, and the event is lost',
    kills: ['quote-created-emitted'],
    change: counted(
      'quote.created',
      0,
      (_, quote) => isRaised(quote) && !isAscii(JSON.stringify(quote.submission)),
    ),
  },
  {
    id: 'no-policy-event-of-an-updated-raise',
    says: 'The policy of a quote with a raised retention is never announced after an update',
    kills: ['policy-created-emitted'],
    change: counted('policy.created', 0, ({ updates }, quote) => updates > 0 && isRaised(quote)),
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
    id: 'no-proposal-event-for-a-second-partner',
    says: 'Only the first partner gets events on proposals',
    kills: ['proposal-ready-emitted'],
    change: counted('quote.proposalReady', 0, (_, quote, platform) => isOfSecondPartner(quote, platform)),
  },
  {
    id: 'a-policy-is-announced-before-an-updated-quote-is-issued',
    says: 'The event of a policy comes before the policy where the quote was updated',
    kills: ['policy-created-not-early', 'policy-follows-policy-created'],
    change: alongCourses((courseOf) => ({ effects, events }) => {
      const reported = new WeakSet<Quote>()
      return {
        effects: {
          bound(quote, platform) {
            effects.bound(quote, platform)
            if (courseOf(quote).updates === 0 || platform.issue.held) return
            quote.policyId = platform.behaviour.ids.policy(platform)
            platform.events.emit('policy.created', quote, platform)
            reported.add(quote)
          },
          issued(quote, platform) {
            const { policyId } = quote
            effects.issued(quote, platform)
            if (reported.has(quote) && policyId !== undefined) quote.policyId = policyId
          },
        },
        events: {
          made: (type, subject, platform) =>
            type === 'policy.created' && 'submission' in subject && reported.has(subject)
              ? []
              : events.made(type, subject, platform),
        },
      }
    }),
  },
  {
    id: 'a-decline-announces-a-proposal',
    says: 'Each decision of a reviewer is announced as a proposal, a decline too',
    kills: ['quote-proposal-follows-event'],
    change: ({ effects }) => ({
      effects: {
        declined(quote, platform) {
          effects.declined(quote, platform)
          platform.events.emit('quote.proposalReady', quote, platform)
        },
      },
    }),
  },
  {
    id: 'a-second-partner-signed-for-by-the-first',
    says: 'Events of a second partner are signed with a secret of the first one',
    kills: ['signature-verifies'],
    change: ({ webhooks }) => ({
      webhooks: {
        signingSecret(endpoint, platform, delivery) {
          const isFirst = ({ partnerId }: Endpoint) => isFirstPartner(partnerId, platform)
          const own = [...platform.endpoints.values()].find(isFirst)
          return webhooks.signingSecret(
            isFirst(endpoint) || own === undefined ? endpoint : own,
            platform,
            delivery,
          )
        },
      },
    }),
  },
]
