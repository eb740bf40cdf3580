import { createHash, createHmac } from 'node:crypto'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** A time with its hour on a twelve-hour clock, without AM or PM. */
const ofTwelve = (time: string): string =>
  time.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}`)

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** Wrong ids, times and signatures of deliveries (6.headers, 6.signature). */
export const messageMutants: readonly Mutant[] = [
  delivering(
    'delivers-with-unix-time',
    'The timestamp is in seconds since the epoch',
    ['delivery-timestamp'],
    (webhooks) => ({
      timestamp: (...delivery) => String(Math.floor(Date.parse(webhooks.timestamp(...delivery)) / 1000)),
    }),
  ),
  delivering(
    'delivers-all-under-one-id',
    'The id is that of the endpoint and not of the event',
    ['delivery-event-id-unique'],
    () => ({ eventId: ({ endpoint }) => endpoint.id }),
  ),
  delivering(
    'timestamps-of-twelve-hours',
    'The Timestamp of a delivery is written with a clock of twelve hours',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({ timestamp: (...given) => ofTwelve(webhooks.timestamp(...given)) }),
  ),
  delivering(
    'a-late-first-attempt-is-dated-back',
    'The first attempt waits for ten seconds, and its Timestamp hides that',
    ['retry-attempt-1'],
    (webhooks) => ({
      delays: webhooks.delays.with(0, 10_000),
      timestamp: (delivery, attempt, platform) =>
        attempt.number === 1
          ? platform.behaviour.formats.timestamp(delivery.event.at)
          : webhooks.timestamp(delivery, attempt, platform),
    }),
  ),
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
  delivering(
    'signs-the-body-written-anew',
    'The body is indented after it was signed',
    ['signature-verifies'],
    (webhooks) => ({
      body: (...about) => JSON.stringify(JSON.parse(webhooks.body(...about)), null, 1),
      signedText: (message) =>
        webhooks.signedText({ ...message, body: JSON.stringify(JSON.parse(message.body)) }),
    }),
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
    'signs-the-first-buffer-only',
    'The signature covers the first 4096 bytes of a body, which is the size of a buffer',
    ['signature-verifies'],
    (webhooks) => ({
      signedText: (message) =>
        webhooks.signedText({ ...message, body: Buffer.from(message.body).subarray(0, 4096).toString() }),
    }),
  ),
]
