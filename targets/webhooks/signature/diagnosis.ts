import { createHash, createHmac } from 'node:crypto'
import { parseJson } from '../../../conformance/json/parse.ts'
import type { SignedDelivery, SigningSecrets } from './delivery.ts'

/** Larger bodies get no diagnosis, since each candidate hashes the whole body again. */
const MAX_EXPLAINED_BYTES = 64 * 1024
const SEPARATORS = ['', ':', ',', '\n', '|', '-', '_', ' ', ';', '/']

type Text = readonly [diagnosis: string, bytes: Buffer]
type Digest = readonly [diagnosis: string, make: (bytes: Uint8Array, secret: string) => Buffer]

const RIGHT = ''
const DIGESTS: readonly Digest[] = [
  [RIGHT, (bytes, secret) => createHmac('sha256', secret).update(bytes).digest()],
  ['sha1', (bytes, secret) => createHmac('sha1', secret).update(bytes).digest()],
  ['sha512', (bytes, secret) => createHmac('sha512', secret).update(bytes).digest()],
  ['unkeyed', (bytes) => createHash('sha256').update(bytes).digest()],
]

/**
 * Names the mistake that explains a wrong signature. It names the string, the secret, the hash, the encoding and a prefix, as far
 * as each differs from the right one. Undefined when no known mistake explains it.
 */
export function explain(delivery: SignedDelivery, secrets: SigningSecrets): string | undefined {
  const { value, body } = delivery
  if (value === undefined || body.length > MAX_EXPLAINED_BYTES) return undefined
  const bare = value.replace(/^(sha\d+|v\d+|hmac-sha\d+)[=,:]\s*/i, '')
  const keys: readonly (readonly [diagnosis: string, secret: string])[] = [
    ...[secrets.current, secrets.former].flatMap((own) => (own === undefined ? [] : [[RIGHT, own] as const])),
    ...secrets.older.map((secret) => ['older-secret', secret] as const),
    ...secrets.others.map((secret) => ['other-endpoint', secret] as const),
  ]
  const texts = textsOf(delivery)
  const canonical = texts.slice(0, 1)
  for (const [key, secret] of keys) {
    // A sender hardly makes both mistakes at once: a wrong string and another endpoint's secret.
    for (const [text, bytes] of key === RIGHT ? texts : canonical) {
      for (const [hash, make] of DIGESTS) {
        const encoding = encodingOf(bare, make(bytes, secret))
        if (encoding === undefined) continue
        const prefix = bare === value ? RIGHT : 'prefixed'
        return (
          [text, key, hash, encoding, prefix].filter((diagnosis) => diagnosis !== RIGHT).join(', ') ||
          undefined
        )
      }
    }
  }
  return undefined
}

function encodingOf(value: string, digest: Buffer): string | undefined {
  if (value.toLowerCase() === digest.toString('hex')) return RIGHT
  const plain = value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain === digest.toString('base64').replace(/=+$/, '') ? 'base64' : undefined
}

/** The strings that a sender may have signed, the right one first. */
function textsOf({ eventId = '', timestamp = '', body }: SignedDelivery): readonly Text[] {
  const [id, time, content] = [latin1(eventId), latin1(timestamp), Buffer.from(body)]
  const joined = (diagnosis: string, parts: readonly Buffer[], by = '.'): Text => [diagnosis, join(parts, by)]
  return [
    joined(RIGHT, [id, time, content]),
    joined('body-only', [content]),
    joined('event-id-missing', [time, content]),
    joined('timestamp-missing', [id, content]),
    joined('body-missing', [id, time]),
    ...SEPARATORS.map((separator) => joined('other-separator', [id, time, content], separator)),
    ...[
      [time, id, content],
      [content, id, time],
      [content, time, id],
      [id, content, time],
      [time, content, id],
    ].map((parts) => joined('swapped-parts', parts)),
    ...serialisations(content).map((other) => joined('re-serialised-body', [id, time, other])),
    ...bodyTimestamps(content).map((other) => joined('body-timestamp', [id, other, content])),
  ]
}

/** The body as other JSON serialisers would have written it. */
function serialisations(content: Buffer): readonly Buffer[] {
  const value = parsed(content)
  if (value === undefined) return []
  const compact = JSON.stringify(value)
  const ascii = compact.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const spaced = JSON.stringify(value, null, 1).replace(/\n\s*/g, (_, at: number, all: string) =>
    all[at - 1] === ',' ? ' ' : '',
  )
  const written = [compact, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4), ascii, spaced]
  return [...written, sorted(value)].map((text) => Buffer.from(text, 'utf8'))
}

function bodyTimestamps(content: Buffer): readonly Buffer[] {
  const value = parsed(content)
  if (typeof value !== 'object' || value === null || !('timestamp' in value)) return []
  return typeof value.timestamp === 'string' ? [Buffer.from(value.timestamp, 'utf8')] : []
}

const parsed = (content: Buffer): unknown => parseJson(content.toString('utf8'))

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

function join(parts: readonly Buffer[], by: string): Buffer {
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(by), part])))
}
