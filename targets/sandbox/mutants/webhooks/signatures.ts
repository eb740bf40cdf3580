import { createHash, createHmac } from 'node:crypto'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** Defects of the text that is signed, and of the signature's form (6.signature.1). */
export const signatureMutants: readonly Mutant[] = [
  delivering(
    'signs-in-base64',
    'The signature is written in base64, as other platforms do it',
    ['delivery-signature-header', 'signature-verifies'],
    () => ({ sign: (text, secret) => hmac(text, secret).digest('base64') }),
  ),
  delivering(
    'signs-with-a-prefix',
    'The name of the algorithm stands before the signature',
    ['delivery-signature-header', 'signature-verifies'],
    () => ({ sign: (text, secret) => `sha256=${hmac(text, secret).digest('hex')}` }),
  ),
  delivering(
    'signs-in-capitals',
    'The signature is written in upper-case hex',
    ['delivery-signature-lower-case'],
    () => ({ sign: (text, secret) => hmac(text, secret).digest('hex').toUpperCase() }),
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
  ),
  delivering(
    'signs-the-body-only',
    'The signature covers the body alone, as before v1.6.0',
    ['signature-verifies'],
    () => ({ signedText: ({ body }) => body }),
  ),
  delivering(
    'signs-with-colons',
    'The parts of the signed text are joined by colons',
    ['signature-verifies'],
    () => ({ signedText: ({ eventId, timestamp, body }) => [eventId, timestamp, body].join(':') }),
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
    'signs-without-the-id',
    'The signature covers timestamp and body, as other platforms do it',
    ['signature-verifies'],
    () => ({ signedText: ({ timestamp, body }) => `${timestamp}.${body}` }),
  ),
  delivering(
    'signs-letters-as-single-bytes',
    'The signature covers only the low byte of each letter',
    ['signature-covers-non-ascii'],
    () => ({ sign: (text, secret) => createHmac('sha256', secret).update(text, 'latin1').digest('hex') }),
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
