import type { EmittedEventType } from '../../../../events/table.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { inState } from '../../../answers.ts'
import { disturbing, type QuoteSlip, slip } from './slip.ts'

/** Makes the events of a type so many times, or of all types; once is right. */
const counted =
  (type: EmittedEventType | 'any', count: number): QuoteSlip['change'] =>
  (happens) =>
  ({ events }) => ({
    events: {
      made(made, subject, platform) {
        const once = () => events.made(made, subject, platform)
        if (![made, 'any'].includes(type) || !('submission' in subject) || !happens(subject, platform))
          return once()
        return Array.from({ length: count }, once).flat()
      },
    },
  })

/** Changes the data of an event of a type. */
const withData =
  (
    type: EmittedEventType,
    data: (right: Record<string, unknown>, quote: Quote, platform: Platform) => object,
  ): QuoteSlip['change'] =>
  (happens) =>
  ({ events }) => ({
    events: {
      payloads: {
        ...events.payloads,
        [type]: (quote: Quote, platform: Platform) => {
          const right = events.payloads[type](quote as never, platform)
          return happens(quote, platform) ? { ...right, ...data(right, quote, platform) } : right
        },
      },
    },
  })

/** An operation that is refused in the state of the quote sends an event. */
const announcing =
  (operation: 'update' | 'bind', type: 'quote.created' | 'policy.created'): QuoteSlip['change'] =>
  (happens) =>
  (base) => {
    const { transitions, bindable, updatable } = base.lifecycle
    const allowed = operation === 'bind' ? bindable : updatable
    const states = (Object.keys(transitions) as QuoteStatus[]).filter((state) => !allowed.includes(state))
    return inState([operation], states, (quote, standard, platform) => {
      if (happens(quote, platform)) {
        if (type === 'policy.created') quote.policyId ??= platform.behaviour.ids.policy(platform)
        platform.events.emit(type, quote, platform)
      }
      return standard()
    })(base)
  }

/** Announces the policy when the bind is accepted, and not when it is issued. */
const announcedAtTheBind: QuoteSlip['change'] =
  (happens) =>
  ({ effects, events }) => {
    const early = new WeakMap<object, string>()
    return {
      effects: {
        bound(quote, platform) {
          effects.bound(quote, platform)
          if (!happens(quote, platform)) return
          quote.policyId = platform.behaviour.ids.policy(platform)
          platform.events.emit('policy.created', quote, platform)
          early.set(quote, quote.policyId)
        },
        issued(quote, platform) {
          effects.issued(quote, platform)
          const id = early.get(quote)
          if (id !== undefined) quote.policyId = id
        },
      },
      events: {
        made: (type, subject, platform) =>
          type === 'policy.created' && early.has(subject) ? [] : events.made(type, subject, platform),
      },
    }
  }

/** Signs deliveries about a quote with a byte that is wrong. */
const missigned: QuoteSlip['change'] =
  (happens) =>
  ({ webhooks }) => ({
    webhooks: {
      signingSecret(endpoint, platform, delivery) {
        const { data } = delivery.event.body as { readonly data?: { readonly quoteId?: string } }
        const quote = platform.quotes.get(String(data?.quoteId).toLowerCase())
        const right = webhooks.signingSecret(endpoint, platform, delivery)
        return quote !== undefined && happens(quote, platform) ? `${right} ` : right
      },
    },
  })

/** One line a slip of events (6). */
export const EVENT_SLIPS: readonly QuoteSlip[] = [
  slip(
    'no-quote-created',
    'The rating is not announced',
    ['quote-created-emitted'],
    counted('quote.created', 0),
  ),
  slip(
    'two-quote-created',
    'The rating is announced twice',
    ['quote-created-once'],
    counted('quote.created', 2),
  ),
  slip(
    'no-proposal-ready',
    'The proposal is not announced',
    ['proposal-ready-emitted'],
    counted('quote.proposalReady', 0),
  ),
  slip(
    'two-proposal-ready',
    'The proposal is announced twice',
    ['proposal-ready-once'],
    counted('quote.proposalReady', 2),
  ),
  slip(
    'no-policy-created',
    'The policy is not announced',
    ['policy-created-emitted'],
    counted('policy.created', 0),
  ),
  slip(
    'two-policy-created',
    'The policy is announced twice',
    ['bind-emits-one-policy-created', 'bind-again-emits-no-second-policy'],
    counted('policy.created', 2),
  ),
  slip(
    'no-events',
    'No event is sent',
    ['quote-created-emitted', 'proposal-ready-emitted', 'policy-created-emitted'],
    counted('any', 0),
  ),
  slip(
    'rating-announced-at-a-refused-update',
    'A refused update announces the rating',
    ['quote-created-once', 'quote-created-after-rating'],
    announcing('update', 'quote.created'),
  ),
  slip(
    'policy-announced-at-a-refused-bind',
    'A refused bind announces the policy',
    ['policy-created-not-early', 'bind-again-emits-no-second-policy'],
    announcing('bind', 'policy.created'),
  ),
  slip(
    'policy-announced-at-the-bind',
    'The policy is announced when its bind is accepted',
    ['policy-created-not-early'],
    announcedAtTheBind,
  ),
  slip(
    'event-of-no-name',
    'The event of the rating names another customer',
    ['payload-customer-of-its-quote'],
    withData('quote.created', (right, quote, { quotes }) => {
      const other = [...quotes.values()].find(
        (one) =>
          one.partnerId === quote.partnerId && one.submission.insured_name !== quote.submission.insured_name,
      )
      return other === undefined
        ? right
        : { customer: { ...(right.customer as object), name: other.submission.insured_name } }
    }),
  ),
  slip(
    'event-of-another-day',
    'The event of the policy has another first day',
    ['payload-effective-date-as-submitted'],
    withData('policy.created', () => ({ effectiveDate: '2031-05-05' })),
  ),
  slip(
    'event-of-the-client',
    'The event of the proposal has the wrong partner',
    ['payload-partner-id-kept'],
    withData('quote.proposalReady', ({ quoteId }) => ({ partnerId: quoteId })),
  ),
  disturbing(
    'wrong-signature',
    'The events are signed with another secret',
    ['signature-verifies'],
    missigned,
  ),
]
