import { createHmac } from 'node:crypto'
import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text)

/** Defects of the text that is signed, and of the signature's form (6.signature.1). */
export const signatureMutants: readonly Mutant[] = [
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
