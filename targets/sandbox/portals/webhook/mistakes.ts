import { createHmac } from 'node:crypto'
import { signedText } from '../../deliveries/signature.ts'

/** The parts that somebody signs, or thinks to. */
export interface Signed {
  readonly eventId: string
  readonly timestamp: string
  readonly body: string
  readonly secret: string
}

/** One way to sign: what it does, as a sentence about the mistake. */
interface Way {
  readonly mistake: string
  sign(signed: Signed): string
}

const hmac = (secret: string | Buffer, text: string, algorithm = 'sha256'): Buffer =>
  createHmac(algorithm, secret).update(text, 'utf8').digest()

const overText = (mistake: string, text: (signed: Signed) => string): Way => ({
  mistake,
  sign: (signed) => hmac(signed.secret, text(signed)).toString('hex'),
})

const withBody = (mistake: string, change: (body: string) => string): Way =>
  overText(mistake, ({ body, ...more }) => signedText({ ...more, body: change(body) }))

const withSecret = (mistake: string, change: (secret: string) => string | Buffer): Way => ({
  mistake,
  sign: ({ secret, ...more }) => hmac(change(secret), signedText(more)).toString('hex'),
})

const inEncoding = (mistake: string, written: (bytes: Buffer) => string, algorithm?: string): Way => ({
  mistake,
  sign: ({ secret, ...more }) => written(hmac(secret, signedText(more), algorithm)),
})

const hex = (bytes: Buffer): string => bytes.toString('hex')

/** JSON as another program writes it; the text itself where it is none. */
function rewritten(body: string, space?: number): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, space)
  } catch {
    return body
  }
}

/** The right way to sign (6, signature rule 1). */
export const rightSignature = ({ secret, ...more }: Signed): string => hex(hmac(secret, signedText(more)))

/** Mistakes that receivers make, each with the signature that it leads to. */
const MISTAKES: readonly Way[] = [
  overText(
    'The signature covers the body only. It must cover Event-ID, Timestamp and body.',
    ({ body }) => body,
  ),
  overText('The Event-ID is missing in the signed text.', ({ timestamp, body }) => `${timestamp}.${body}`),
  overText('The Timestamp is missing in the signed text.', ({ eventId, body }) => `${eventId}.${body}`),
  overText(
    'The Timestamp comes before the Event-ID. The Event-ID comes first.',
    ({ eventId, timestamp, body }) => `${timestamp}.${eventId}.${body}`,
  ),
  overText(
    'The periods between the parts are missing.',
    ({ eventId, timestamp, body }) => `${eventId}${timestamp}${body}`,
  ),
  withBody('The body has a line break at its end that was not sent.', (body) => `${body}\n`),
  withBody('The body lost the white space at its end.', (body) => body.trimEnd()),
  withBody('The body has line breaks of Windows. Sign the bytes as they were received.', (body) =>
    body.replaceAll('\n', '\r\n'),
  ),
  withBody('The body was parsed and written again. Sign the bytes as they were received.', (body) =>
    rewritten(body),
  ),
  withBody(
    'The body was parsed and written again with indentation. Sign the bytes as they were received.',
    (body) => rewritten(body, 2),
  ),
  withSecret('The prefix of the secret is missing. Use the whole secret.', (secret) =>
    secret.replace(/^whsec_/, ''),
  ),
  withSecret('The secret was decoded as base64. Use its text.', (secret) =>
    Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  ),
  withSecret('The secret has a line break at its end.', (secret) => `${secret}\n`),
  inEncoding('The signature is written in base64. Write it in hex.', (bytes) => bytes.toString('base64')),
  inEncoding('The algorithm is SHA-1. Use SHA-256.', hex, 'sha1'),
  inEncoding('The algorithm is SHA-512. Use SHA-256.', hex, 'sha512'),
]

/**
 * Compares a signature with the right one. Returns undefined where it is right, else what is wrong with it.
 *
 * @param given the signature that somebody computed or received
 */
export function mistakeIn(given: string, signed: Signed): string | undefined {
  const right = rightSignature(signed)
  if (given === right) return undefined
  const bare = given.trim().replace(/^sha256=/i, '')
  if (bare !== given && bare === right)
    return 'The signature has something before or after it. Compare the hex text alone.'
  if (bare.toLowerCase() === right)
    return 'The signature is written in capitals. Compare it in small letters.'
  const way = MISTAKES.find(({ sign }) => sign(signed) === bare)
  return (
    way?.mistake ??
    'No known mistake leads to this signature. Check the secret first: a webhook key or an older secret signs nothing.'
  )
}
