import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Broker } from '../../../../events/broker.ts'
import type { EmittedEventType } from '../../../../events/table.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { alongCourses } from '../../../course.ts'
import { instead } from '../../../instead.ts'

type Members = Readonly<Record<string, unknown>>

/** Changes the body of every event. */
const body = (change: (event: Members) => Members): BehaviourChange =>
  instead('events.body', (usual, ...event) => change(usual(...event)))

/** Changes the data of one type. */
const data =
  (
    type: Exclude<EmittedEventType, 'broker.added'>,
    change: (data: Members, quote: Quote, platform: Platform) => Members,
  ): BehaviourChange =>
  ({ events: { payloads } }) => ({
    events: {
      payloads: {
        ...payloads,
        [type]: (quote: Quote, platform: Platform) =>
          change(payloads[type](quote, platform), quote, platform),
      },
    },
  })

/** Wrong times, subjects and partners of events (6.payload). */
export const EVENTS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'proposal-event-with-the-time-of-the-quote': instead('events.body', (usual, event, platform) =>
    usual(event.type === 'quote.proposalReady' ? { ...event, at: event.at - 60_000 } : event, platform),
  ),
  'broker-event-about-the-first-broker'({ events: { payloads } }) {
    let first: Broker | undefined
    const ofTheFirst = (broker: Broker, platform: Platform) => {
      first ??= broker
      return payloads['broker.added'](first, platform)
    }
    return { events: { payloads: { ...payloads, 'broker.added': ofTheFirst } } }
  },
  'brokers-are-matched-by-address'(base) {
    const names = new Map<string, string>()
    return instead('brokers.add', (usual, { name, email }, platform) => {
      const first = names.get(email) ?? name
      names.set(email, first)
      return usual({ name: first, email }, platform)
    })(base)
  },
  'held-events-announce-their-submission': alongCourses((courseOf) =>
    instead('events.made', (usual, type, subject, platform) => {
      const made = usual(type, subject, platform)
      const isMeant = type === 'quote.created' && 'submission' in subject && courseOf(subject).held > 0
      if (!isMeant) return made
      const timestamp = platform.behaviour.formats.timestamp(subject.createdAt)
      return made.map((one) => ({ ...one, body: { ...one.body, timestamp } }))
    }),
  ),
  'events-of-another-client-name-it-as-partner': alongCourses((courseOf) =>
    instead('events.body', (usual, event, platform) => {
      const [first] = platform.directory.clients.keys()
      const right = event.data as { readonly quoteId?: string }
      const quote = platform.quotes.get(right.quoteId ?? '')
      const partnerId = quote && courseOf(quote).submittedClient
      const isFirst = partnerId === undefined || partnerId === first
      return usual(isFirst ? event : { ...event, data: { ...right, partnerId } }, platform)
    }),
  ),
  'event-time-in-seconds-taken-for-milliseconds': body((event) => ({
    ...event,
    timestamp: new Date(Date.parse(String(event.timestamp)) / 1000).toISOString(),
  })),
  'event-time-in-words': body((event) => ({
    ...event,
    timestamp: new Date(String(event.timestamp)).toUTCString(),
  })),
  'event-data-as-text': body((event) =>
    event.type === 'broker.added' ? { ...event, data: JSON.stringify(event.data) } : event,
  ),
  'policies-are-numbered-by-tax-id': data('policy.created', (right, { submission: { insured_taxid } }) =>
    insured_taxid === undefined ? right : { ...right, policyId: `pol-${insured_taxid}` },
  ),
  'policy-event-names-the-brokerage-as-partner': data(
    'policy.created',
    (right, { partnerId }, { directory }) => ({
      ...right,
      partnerId: directory.partners.get(partnerId)?.brokerageId,
    }),
  ),
  'events-name-another-partner': instead('events.body', (usual, event, platform) => {
    const partnerId = [...platform.directory.partners.keys()].at(1)
    const right = event.data as Members
    return usual({ ...event, data: 'partnerId' in right ? { ...right, partnerId } : right }, platform)
  }),
}
