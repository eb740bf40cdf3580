import type { EmittedEventType } from '../../../../events/table.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { inState } from '../../../answers.ts'
import { after, instead } from '../../../instead.ts'
import { number, one, some, wordsOf } from '../../arguments.ts'
import { changing, MEMBERS } from '../../members.ts'
import { changesTogether } from '../../product.ts'
import { eventWord, operator, type QuoteChange, state } from './operator.ts'

/** Makes events of some types so many times; once is right. The event of a broker has no circumstances. */
const counted =
  (types: readonly EmittedEventType[], count: number): QuoteChange =>
  (happens) =>
    instead('events.made', (usual, type, subject, platform) => {
      const isWrong = types.includes(type) && (!('submission' in subject) || happens(subject, platform))
      return Array.from({ length: isWrong ? count : 1 }, () => usual(type, subject, platform)).flat()
    })

const emit = (type: EmittedEventType, quote: Quote, platform: Platform): void => {
  if (type === 'policy.created') quote.policyId ??= platform.behaviour.ids.policy(platform)
  platform.events.emit(type as 'quote.created', quote, platform)
}

/** An operation that is refused in the state of the quote sends an event. */
const atRefused =
  (operation: 'update' | 'bind', type: EmittedEventType): QuoteChange =>
  (happens) =>
  (base) => {
    const { transitions, bindable, updatable } = base.lifecycle
    const allowed = operation === 'bind' ? bindable : updatable
    const states = (Object.keys(transitions) as QuoteStatus[]).filter((one) => !allowed.includes(one))
    return inState([operation], states, (quote, standard, platform) => {
      if (happens(quote, platform)) emit(type, quote, platform)
      return standard()
    })(base)
  }

/** A quote that comes to a state sends an event, beside those of its usual moments. */
const announcing =
  (type: EmittedEventType, on: QuoteStatus): QuoteChange =>
  (happens) =>
    after(`effects.${on}`, (_, quote, platform) => {
      if (happens(quote, platform)) emit(type, quote, platform)
    })

/** A quote that comes to a state sends an event, and none at the usual moment. */
const early =
  (type: EmittedEventType, on: QuoteStatus): QuoteChange =>
  (happens) =>
  (base) => {
    const sent = new WeakSet<object>()
    return changesTogether([
      instead('effects.issued', (usual, quote, platform) => {
        const { policyId } = quote
        usual(quote, platform)
        if (policyId !== undefined) quote.policyId = policyId
      }),
      after(`effects.${on}`, (_, quote, platform) => {
        if (!happens(quote, platform)) return
        emit(type, quote, platform)
        sent.add(quote)
      }),
      instead('events.made', (usual, made, subject, platform) =>
        made === type && sent.has(subject) ? [] : usual(made, subject, platform),
      ),
    ])(base)
  }

type DataOf = (right: Readonly<Record<string, unknown>>, quote: Quote, platform: Platform) => object

/** Changes the data of an event of a type. */
const withData =
  (type: Exclude<EmittedEventType, 'broker.added'>, data: DataOf): QuoteChange =>
  (happens) =>
  ({ events }) => ({
    events: {
      payloads: {
        ...events.payloads,
        [type]: (quote: Quote, platform: Platform) => {
          const right = events.payloads[type](quote, platform)
          return happens(quote, platform) ? { ...right, ...data(right, quote, platform) } : right
        },
      },
    },
  })

/** Customers in the place of the right one. */
const CUSTOMERS = {
  /** With the name in another quote of the same partner. */
  other({ customer }, { partnerId, submission: { insured_name } }, { quotes }) {
    const other = [...quotes.values()].find(
      (one) => one.partnerId === partnerId && one.submission.insured_name !== insured_name,
    )
    return other ? { customer: { ...(customer as object), name: other.submission.insured_name } } : {}
  },
  latest(_, __, { quotes }) {
    const last = [...quotes.values()].at(-1)
    return last ? { customer: { name: last.submission.insured_name, email: last.contact.email } } : {}
  },
} as const satisfies Record<string, DataOf>

/** Signs deliveries about a quote with a byte that is wrong. */
const missigned: QuoteChange = (happens) =>
  instead('webhooks.signingSecret', (usual, endpoint, platform, delivery) => {
    const { data } = delivery.event.body as { readonly data?: { readonly quoteId?: string } }
    const quote = platform.quotes.get(String(data?.quoteId).toLowerCase())
    const right = usual(endpoint, platform, delivery)
    return quote !== undefined && happens(quote, platform) ? `${right} ` : right
  })

const ofQuotes = one('quote.created', 'quote.proposalReady', 'policy.created')

/** Mistakes with the events of a quote (6). */
export const EVENT_OPERATORS = [
  operator({ event: some(eventWord), times: number }, ({ event: types, times }) => counted(types, times)),
  operator({ announces: ofQuotes, atRefused: one('update', 'bind') }, ({ announces, atRefused: operation }) =>
    atRefused(operation, announces),
  ),
  operator({ announced: ofQuotes, in: state }, ({ announced, in: on }) => announcing(announced, on)),
  operator({ announcedEarly: ofQuotes, in: state }, ({ announcedEarly, in: on }) =>
    early(announcedEarly, on),
  ),
  operator({ data: ofQuotes, ...MEMBERS }, ({ data, ...given }) => withData(data, changing(given))),
  operator({ partnerOf: ofQuotes, as: one('quoteId') }, ({ partnerOf, as }) =>
    withData(partnerOf, ({ [as]: partnerId }) => ({ partnerId })),
  ),
  operator({ customerOf: ofQuotes, as: wordsOf(CUSTOMERS) }, ({ customerOf, as }) =>
    withData(customerOf, CUSTOMERS[as]),
  ),
  operator({ signature: one('wrong') }, () => missigned),
]
