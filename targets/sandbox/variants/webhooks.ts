import { Refusal } from '../office/refusal.ts'
import { isObject } from '../validation/types.ts'
import type { Variant } from './variant.ts'

/** Legal ways to deliver events, where the specification leaves a choice (6, 8, R24 to R29). */
export const webhookVariants: readonly Variant[] = [
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
        signingSecret: (endpoint, platform) => webhooks.validSecrets(endpoint, platform).at(-1) ?? '',
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
    says: 'Endpoints for quote.created also get an event of a new type',
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
    hides: ['delivery-refusal-is-failure'],
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
    id: 'announces-every-rating',
    says: 'quote.created comes for whatever rating leads to',
    choice: 'announced outcomes',
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
  {
    id: 'one-endpoint-at-an-address',
    says: 'An address that an endpoint has is refused to another one',
    choice: 'endpoints at one address',
    observes: [],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          if ([...platform.endpoints.values()].some(({ url }) => url === request.url))
            throw new Refusal('conflict', 'there is an endpoint at this address')
          return endpoints.register(request, platform)
        },
      },
    }),
  },
  {
    id: 'registering-again-is-a-rotation',
    says: 'Registering an address that an endpoint has gives that endpoint a new secret',
    choice: 'endpoints at one address',
    observes: [],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const known = [...platform.endpoints.values()].find(({ url }) => url === request.url)
          if (known === undefined) return endpoints.register(request, platform)
          endpoints.rotate(known, platform)
          return known
        },
      },
    }),
  },
]
