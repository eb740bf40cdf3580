import { createHash, createHmac } from 'node:crypto'
import type { Mutant } from '../mutant.ts'
import { delivering, EVENTS, EVERY_SIGNATURE } from './rule.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** Defects of the text that is signed, and of the signature's form (6.signature.1). */
export const signatureMutants: readonly Mutant[] = [
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
    'The body is indented after it was signed',
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
    'The header of the signature is not sent',
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
    'The signature covers only the low byte of each letter',
    ['signature-covers-non-ascii'],
    () => ({ sign: (text, secret) => createHmac('sha256', secret).update(text, 'latin1').digest('hex') }),
    // Every endpoint gets the event of the customer with a non-ASCII name.
    { also: ['signing-secret-per-endpoint', 'signature-verifies', 'signature-of-each-attempt'] },
  ),
  delivering(
    'signs-letters-of-brokers-as-single-bytes',
    'The signature of broker events covers only the low byte of each letter',
    ['signature-covers-non-ascii', 'signature-verifies'],
    (webhooks) => ({
      sign: (text, secret) =>
        text.includes('"type":"broker.added"')
          ? createHmac('sha256', secret).update(text, 'latin1').digest('hex')
          : webhooks.sign(text, secret),
    }),
    { seenIn: ['webhooks/broker-added'] },
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
    // Events after a rotation are repeated once.
    {
      also: ['signature-verifies', 'rotation-grace-takes-either-secret', 'rotation-ends-with-the-new-secret'],
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
    // Every endpoint gets the event of the customer with the long name.
    { also: ['signing-secret-per-endpoint'], seenIn: ['webhooks/long-delivery'] },
  ),
]
