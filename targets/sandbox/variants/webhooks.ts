import { isObject } from '../validation/types.ts'
import type { Variant } from './variant.ts'

/** How events are delivered where that is open (6, 8, R24 to R29). */
export const webhookVariants: readonly Variant[] = [
  {
    id: 'breaker-counts-attempts',
    says: 'Each failed attempt counts for the breaker',
    choice: 'breaker',
    observes: ['observe-breaker-reading', 'weak-spot-ladder-against-breaker'],
    change: () => ({ webhooks: { breaker: 'attempts' } }),
  },
  {
    id: 'failures-count-on-after-enabling',
    says: 'Each failed attempt counts, and enabling an endpoint forgets none of them',
    choice: 'breaker',
    observes: ['observe-breaker-reading', 'weak-spot-ladder-against-breaker'],
    change: ({ endpoints }) => ({
      webhooks: { breaker: 'attempts' },
      endpoints: {
        enable(endpoint, platform) {
          const { failures } = endpoint
          endpoints.enable(endpoint, platform)
          endpoint.failures = failures
        },
      },
    }),
  },
  {
    id: 'disabled-a-moment-later',
    says: 'A worker takes an endpoint out of service a second after the failure that did it',
    choice: 'breaker effect',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: {
        trips(endpoint, platform) {
          if (webhooks.trips(endpoint, platform))
            platform.clock.schedule(1000, () => {
              endpoint.status = 'disabled'
            })
          return false
        },
      },
    }),
  },
  {
    id: 'every-delivery-sent-twice',
    says: 'Two workers send each event at once, and each of them goes on by itself',
    choice: 'copies',
    observes: [],
    hides: ['breaker-*'],
    change: () => ({ webhooks: { copies: () => 2 } }),
  },
  {
    id: 'a-copy-a-moment-later',
    says: 'A second worker sends each event a tenth of a second later, answered or not',
    choice: 'copies',
    observes: [],
    hides: ['breaker-*'],
    change: () => ({ webhooks: { copies: () => 2, copyDelay: 100 } }),
  },
  {
    id: 'timestamps-in-whole-seconds',
    says: 'Timestamps of deliveries and events are in whole seconds',
    choice: 'delivery timestamps',
    observes: [],
    change: ({ webhooks, events }) => {
      const whole = (text: string) => text.replace(/\.\d+/, '')
      return {
        webhooks: { timestamp: (...where) => whole(webhooks.timestamp(...where)) },
        events: {
          body(...event) {
            const body = events.body(...event)
            return { ...body, timestamp: whole(String(body.timestamp)) }
          },
        },
      }
    },
  },
  {
    id: 'held-while-disabled',
    says: 'What falls due while an endpoint is disabled is sent when it is enabled again',
    choice: 'while disabled',
    observes: ['observe-events-while-disabled'],
    change: () => ({ webhooks: { whileDisabled: 'held' } }),
  },
  {
    id: 'delays-with-jitter',
    says: 'Each delay is a little longer than stated',
    choice: 'delays',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: { delayBefore: (...where) => webhooks.delayBefore(...where) * 1.08 + 300 },
    }),
  },
  {
    id: 'delays-a-little-short',
    says: 'Each delay is a little shorter than stated',
    choice: 'delays',
    observes: [],
    change: ({ webhooks }) => ({
      webhooks: { delayBefore: (...where) => webhooks.delayBefore(...where) * 0.95 },
    }),
  },
  {
    id: 'first-attempt-from-a-queue',
    says: 'The first attempt waits a second in a queue',
    choice: 'first attempt',
    observes: [],
    change: ({ webhooks }) => ({ webhooks: { delays: webhooks.delays.with(0, 900) } }),
  },
  {
    id: 'delays-from-the-start-of-the-attempt',
    says: 'After an attempt that ran into its deadline the delay counts from its start',
    choice: 'delay base',
    observes: ['observe-retry-delay-base'],
    change: ({ webhooks }) => ({
      webhooks: {
        delayBefore(number, previous, platform) {
          const delay = webhooks.delayBefore(number, previous, platform)
          return previous.failure === 'deadline' ? Math.max(0, delay - webhooks.deadline) : delay
        },
      },
    }),
  },
  {
    id: 'signed-in-capitals',
    says: 'Signatures are written in upper-case hex',
    choice: 'signature',
    observes: [],
    warns: ['delivery-signature-lower-case'],
    change: ({ webhooks }) => ({
      webhooks: { sign: (text, secret) => webhooks.sign(text, secret).toUpperCase() },
    }),
  },
  {
    id: 'old-secret-signs-in-the-grace-period',
    says: 'Until the grace period ends the old secret signs, for most of a day',
    choice: 'rotation',
    observes: ['observe-rotation-grace-length'],
    change: ({ webhooks }) => ({
      webhooks: {
        gracePeriod: 23 * 3_600_000,
        signingSecret: (...where) => webhooks.validSecrets(...where).at(-1) ?? '',
      },
    }),
  },
  {
    id: 'further-headers-on-deliveries',
    says: 'Deliveries carry headers of the library and of tracing, and their names in lower case',
    choice: 'delivery headers',
    observes: ['observe-other-delivery-headers'],
    change: ({ webhooks }) => ({
      webhooks: {
        headers: (...message) => ({
          ...Object.fromEntries(
            Object.entries(webhooks.headers(...message)).map(([name, value]) => [name.toLowerCase(), value]),
          ),
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'quote-platform/1.14',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        }),
      },
    }),
  },
  {
    id: 'timestamps-in-another-form',
    says: 'Timestamps of deliveries and events are written with other precision and offset',
    choice: 'delivery timestamps',
    observes: [],
    change: ({ webhooks, events }) => {
      const shifted = (text: string) =>
        new Date(Date.parse(text) + 7_200_000).toISOString().replace(/\.(\d{3})Z$/, '.$1000+02:00')
      return {
        webhooks: { timestamp: (...where) => shifted(webhooks.timestamp(...where)) },
        events: {
          body(...event) {
            const body = events.body(...event)
            return { ...body, timestamp: shifted(String(body.timestamp)) }
          },
        },
      }
    },
  },
  {
    id: 'times-of-events-without-zone',
    says: 'Timestamps of deliveries and events are local times of New York in the basic form',
    choice: 'delivery timestamps',
    observes: [],
    warns: ['delivery-timestamp-extended-form', 'payload-timestamp-extended-form'],
    change: ({ webhooks, events }) => {
      const local = (text: string) =>
        new Date(Date.parse(text) - 5 * 3_600_000).toISOString().replace(/[-:]|Z$/g, '')
      return {
        webhooks: { timestamp: (...where) => local(webhooks.timestamp(...where)) },
        events: {
          body(...event) {
            const body = events.body(...event)
            return { ...body, timestamp: local(String(body.timestamp)) }
          },
        },
      }
    },
  },
  {
    id: 'event-type-beyond-the-four',
    says: 'Whoever hears of a rating also gets an event of a type that is new in the beta',
    choice: 'event types',
    observes: ['observe-event-types', 'observe-payload-extra-fields', 'observe-payload-status-values'],
    change: ({ events, ids }) => ({
      events: {
        made(type, subject, platform) {
          const made = events.made(type, subject, platform)
          if (type !== 'quote.created') return made
          return made.flatMap((event) => [
            {
              ...event,
              id: ids.event(platform),
              body: { ...event.body, type: 'quote.priced', data: { amounts: [1250, 1400] } },
            },
            event,
          ])
        },
      },
    }),
  },
  {
    id: 'delivers-over-tls',
    says: 'Deliveries go to receivers on https, with TLS 1.2 or higher',
    choice: 'receiver',
    observes: [],
    change: () => ({}),
    options: { webhooksOnHttps: true },
  },
  {
    id: 'further-fields-in-events',
    says: 'Events have further fields, and their members come in another order',
    choice: 'event fields',
    observes: ['observe-payload-extra-fields'],
    change: ({ events }) => ({
      events: {
        body(...event) {
          const { data, ...rest } = events.body(...event)
          return { data: isObject(data) ? { version: 2, ...data } : data, environment: 'sandbox', ...rest }
        },
      },
    }),
  },
  {
    id: 'event-bodies-laid-out',
    says: 'Bodies of deliveries are laid out, with everything beyond ASCII escaped',
    choice: 'event layout',
    observes: [],
    hides: ['signature-covers-non-ascii'],
    change: () => ({
      webhooks: {
        body: ({ event }) =>
          JSON.stringify(event.body, null, 2).replace(
            /[^\0-~]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
      },
    }),
  },
  {
    id: 'tells-of-every-rating',
    says: 'quote.created comes for whatever rating leads to',
    choice: 'told outcomes',
    observes: [],
    change: ({ effects }) => ({
      effects: {
        underwriter_review(quote, platform) {
          effects.underwriter_review(quote, platform)
          platform.events.emit('quote.created', quote, platform)
        },
        approved_rate(quote, platform) {
          effects.approved_rate(quote, platform)
          platform.events.emit('quote.created', quote, platform)
        },
      },
    }),
  },
  {
    id: 'own-words-for-the-status-of-events',
    says: 'The status in an event is a word of its own, and the customer the name of the contact',
    choice: 'event values',
    observes: ['observe-payload-status-values'],
    change: ({ events: { payloads } }) => ({
      events: {
        payloads: {
          ...payloads,
          'quote.created': (...subject) => ({
            ...payloads['quote.created'](...subject),
            status: 'OK',
            product: '',
          }),
          'policy.created': (...subject) => ({ ...payloads['policy.created'](...subject), status: 'active' }),
        },
      },
    }),
  },
]
