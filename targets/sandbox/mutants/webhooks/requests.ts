import { createHash, createHmac } from 'node:crypto'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** The contents of a request can be seen without its ladder. */
const EVENTS = { seenIn: ['webhooks/events-of-a-quote'] }

/** A signature that is wrong everywhere is wrong in these places too. */
const EVERY_SIGNATURE = [
  'signature-of-each-attempt',
  'signing-secret-per-endpoint',
  'signature-covers-non-ascii',
]

const withHeader =
  (name: string, value: (given: string | undefined) => string | undefined) =>
  ({ headers }: Parameters<Parameters<typeof delivering>[3]>[0]) => ({
    headers: (...message: Parameters<typeof headers>) => {
      const standard = headers(...message)
      const changed = value(standard[name])
      const { [name]: _, ...rest } = standard
      return changed === undefined ? rest : { ...rest, [name]: changed }
    },
  })

/** How a delivery is written and signed (6.headers, 6.signature). */
export const requestMutants: readonly Mutant[] = [
  delivering(
    'delivers-by-put',
    'Deliveries are made with PUT',
    ['delivery-is-a-post'],
    () => ({ method: 'PUT' }),
    EVENTS,
  ),
  delivering(
    'delivers-as-form',
    'The content type is that of a form, the default of the library',
    ['delivery-content-type'],
    withHeader('Content-Type', () => 'application/x-www-form-urlencoded'),
    EVENTS,
  ),
  delivering(
    'delivers-with-the-old-id-header',
    'The id stands in X-Event-Id, as before v1.6.0',
    ['delivery-event-id', 'signature-verifies'],
    (webhooks) => ({
      headers(message, signature) {
        const { 'Event-ID': id = '', ...rest } = webhooks.headers(message, signature)
        return { ...rest, 'X-Event-Id': id }
      },
    }),
    { ...EVENTS, also: [...EVERY_SIGNATURE, 'delivery-event-id-*'] },
  ),
  delivering(
    'delivers-without-timestamp',
    'The timestamp stands in the body and in no header',
    ['delivery-timestamp', 'signature-verifies'],
    withHeader('Timestamp', () => undefined),
    { ...EVENTS, also: [...EVERY_SIGNATURE, 'delivery-timestamp-*'] },
  ),
  delivering(
    'delivers-with-unix-time',
    'The timestamp is in seconds since the epoch',
    ['delivery-timestamp'],
    (webhooks) => ({
      timestamp: (...delivery) => String(Math.floor(Date.parse(webhooks.timestamp(...delivery)) / 1000)),
    }),
    { ...EVENTS, also: ['delivery-timestamp-*'] },
  ),
  delivering(
    'delivers-with-the-time-of-another-zone',
    'The timestamp is local time that calls itself UTC',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({
      timestamp: (...delivery) => {
        const local = new Date(Date.parse(webhooks.timestamp(...delivery)) + 2 * 3_600_000)
        return local.toISOString()
      },
    }),
    EVENTS,
  ),
  delivering(
    'delivers-with-minutes-of-delay-in-the-time',
    'The timestamp is that of a job which runs every five minutes',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({
      timestamp: (...delivery) =>
        new Date(Date.parse(webhooks.timestamp(...delivery)) - 4 * 60_000).toISOString(),
    }),
    EVENTS,
  ),
  delivering(
    'delivers-with-zoneless-time',
    'The timestamp is written in the basic form without a zone',
    ['delivery-timestamp-extended-form'],
    (webhooks) => ({
      timestamp: (...delivery) => webhooks.timestamp(...delivery).replace(/[-:]|Z$/g, ''),
    }),
    EVENTS,
  ),
  delivering(
    'delivers-all-under-one-id',
    'The id is that of the endpoint and not of the event',
    ['delivery-event-id-unique'],
    () => ({ eventId: ({ endpoint }) => endpoint.id }),
    EVENTS,
  ),
  delivering(
    'delivers-each-attempt-under-an-id',
    'Each attempt gets an id of its own',
    ['delivery-event-id-kept'],
    () => ({ eventId: ({ event }, { number }) => `${event.id}-${number}` }),
    { also: ['retry-attempt-2'] },
  ),
  delivering(
    'delivers-with-the-time-of-the-event',
    'The timestamp is the time of the event at every attempt',
    ['delivery-timestamp-of-the-attempt'],
    () => ({ timestamp: ({ event }, _, { behaviour }) => behaviour.formats.timestamp(event.at) }),
  ),
  delivering(
    'signs-in-base64',
    'The signature is written in base64, as other platforms do it',
    ['delivery-signature-header', 'signature-verifies'],
    () => ({ sign: (text, secret) => hmac(text, secret).digest('base64') }),
    { ...EVENTS, also: [...EVERY_SIGNATURE, 'delivery-signature-lower-case'] },
  ),
  delivering(
    'signs-with-a-prefix',
    'The name of the algorithm stands before the signature',
    ['delivery-signature-header', 'signature-verifies'],
    () => ({ sign: (text, secret) => `sha256=${hmac(text, secret).digest('hex')}` }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-in-capitals',
    'The signature is written in upper-case hex',
    ['delivery-signature-lower-case'],
    () => ({ sign: (text, secret) => hmac(text, secret).digest('hex').toUpperCase() }),
    EVENTS,
  ),
  delivering(
    'signs-without-hmac',
    'The signature is a plain digest of secret and text',
    ['signature-verifies'],
    () => ({
      sign: (text, secret) =>
        createHash('sha256')
          .update(secret + text)
          .digest('hex'),
    }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-the-body-only',
    'The signature covers the body alone, as before v1.6.0',
    ['signature-verifies'],
    () => ({ signedText: ({ body }) => body }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-with-colons',
    'The parts of the signed text are joined by colons',
    ['signature-verifies'],
    () => ({ signedText: ({ eventId, timestamp, body }) => [eventId, timestamp, body].join(':') }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-the-body-written-anew',
    'The body is laid out for people when it is sent, and signed as it was stored',
    ['signature-verifies'],
    (webhooks) => ({
      body: (...about) => JSON.stringify(JSON.parse(webhooks.body(...about)), null, 1),
      signedText: (message) =>
        webhooks.signedText({ ...message, body: JSON.stringify(JSON.parse(message.body)) }),
    }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'delivers-without-a-signature',
    'The signature is worked out and its header forgotten',
    ['delivery-signature-header', 'signature-verifies'],
    (webhooks) => ({
      headers(...about) {
        const { 'X-Platform-Signature': _, ...others } = webhooks.headers(...about)
        return others
      },
    }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-without-the-id',
    'The signature covers timestamp and body, as other platforms do it',
    ['signature-verifies'],
    () => ({ signedText: ({ timestamp, body }) => `${timestamp}.${body}` }),
    { ...EVENTS, also: EVERY_SIGNATURE },
  ),
  delivering(
    'signs-letters-as-single-bytes',
    'The text that is signed is turned into bytes letter by letter',
    ['signature-covers-non-ascii'],
    () => ({ sign: (text, secret) => createHmac('sha256', secret).update(text, 'latin1').digest('hex') }),
    // Every endpoint hears of the customer whose name goes beyond ASCII.
    { also: ['signing-secret-per-endpoint', 'signature-verifies'] },
  ),
  delivering(
    'signs-the-first-attempt-only',
    'Repeats carry the signature of the first attempt, whose timestamp was another',
    ['signature-of-each-attempt'],
    () => {
      const first = new Map<string, string>()
      return {
        sign(text, secret) {
          const event = `${secret} ${text.split('.')[0]}`
          if (!first.has(event)) first.set(event, hmac(text, secret).digest('hex'))
          return first.get(event) ?? ''
        },
      }
    },
  ),
  delivering(
    'signs-with-one-secret',
    'The secret of the first endpoint signs for all',
    ['signing-secret-per-endpoint'],
    () => ({ signingSecret: (_, { endpoints }) => [...endpoints.values()][0]?.secret ?? '' }),
    { also: ['signature-*'] },
  ),
  {
    id: 'one-secret-for-all-endpoints',
    says: 'The secret is that of the account, and every endpoint shows the same',
    kills: ['signing-secret-per-endpoint'],
    change: ({ endpoints }) => ({
      endpoints: {
        register(request, platform) {
          const [first] = platform.endpoints.values()
          const endpoint = endpoints.register(request, platform)
          if (first !== undefined) endpoint.secret = first.secret
          return endpoint
        },
      },
    }),
  },
  {
    id: 'rotation-returns-the-old-secret',
    says: 'A rotation is noted in the log and changes nothing',
    kills: ['rotation-makes-a-new-secret'],
    change: () => ({ endpoints: { rotate() {} } }),
  },
  {
    id: 'rotation-goes-between-two-secrets',
    says: 'A second rotation brings the first secret back',
    kills: ['rotation-makes-a-new-secret'],
    change: ({ endpoints }) => ({
      endpoints: {
        rotate(endpoint, platform) {
          const before = endpoint.previous?.secret
          endpoints.rotate(endpoint, platform)
          if (before !== undefined) endpoint.secret = before
        },
      },
    }),
  },
  {
    id: 'endpoints-show-their-secret',
    says: 'The page of an endpoint shows its secret for as long as it exists',
    kills: ['signing-secret-is-shown-once'],
    change: ({ endpoints }) => ({
      endpoints: {
        shown: (endpoint) => ({ ...endpoints.shown(endpoint), signing: { key: endpoint.secret } }),
      },
    }),
  },
  delivering(
    'signs-with-neither-secret-in-the-grace-period',
    'While both secrets are valid the signature is made with the two joined',
    ['rotation-grace-takes-either-secret'],
    (webhooks) => ({
      signingSecret: (...where) => webhooks.validSecrets(...where).join(','),
    }),
  ),
  delivering(
    'signs-with-the-rotated-secret-for-ever',
    'A rotated secret is shown and never used',
    ['rotation-ends-with-the-new-secret'],
    () => ({ signingSecret: ({ previous, secret }) => previous?.secret ?? secret }),
  ),
]
