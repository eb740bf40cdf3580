import type { Body } from '../../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../../conformance/headers.ts'
import { isObject, type JsonObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { bodyOf } from '../../../targets/evidence/body.ts'
import { codingsIn, withoutCodings } from '../../../targets/evidence/content-codings.ts'

/** Most bytes that a compressed body may come to. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * The body of an answer in a HAR entry; undefined where the recording does not have it. Browsers leave out many bodies, and some tools
 * keep only their beginning. Most tools store the text after decoding, whatever `content-encoding` says, and some before.
 */
export function harBodyOf(content: unknown, headers: Headers): Body | undefined {
  if (!isObject(content) || typeof content.text !== 'string') return undefined
  // A text that was left out is not an empty one.
  if (content.text === '' && typeof content.size === 'number' && content.size > 0) return undefined
  const type = headerOf(headers, 'content-type')
  const stored = bytesOf(content)
  if (stored === undefined) return undefined
  if (isBeginning(content)) return beginningOf(content, stored, type)
  const bytes = decoded(stored, headerOf(headers, 'content-encoding'))
  return bytes && bodyOf(bytes, type)
}

/** The bytes of a text or of base64; undefined for another encoding, which HAR does not name. */
function bytesOf({ text, encoding }: JsonObject): Uint8Array | undefined {
  if (encoding === undefined || encoding === '' || encoding === 'utf-8') return Buffer.from(String(text))
  return encoding === 'base64' ? Buffer.from(String(text), 'base64') : undefined
}

/** Exports of this suite mark bodies of which they have the beginning only. */
const isBeginning = ({ comment }: JsonObject): boolean => comment === 'only the beginning was kept'

/** The beginning of a document is enough to know it by; that of a text is not. */
function beginningOf(
  { size, encoding, _sha256 }: JsonObject,
  bytes: Uint8Array,
  type: string | undefined,
): Body | undefined {
  if (encoding !== 'base64') return undefined
  const body = bodyOf(bytes, type)
  return {
    ...body,
    ...(typeof size === 'number' && { size }),
    ...(typeof _sha256 === 'string' && { sha256: _sha256 }),
  }
}

function decoded(bytes: Uint8Array, header: string | undefined): Uint8Array | undefined {
  const codings = codingsIn(header)
  return codings.length === 0 || isReadable(bytes) ? bytes : withoutCodings(bytes, codings, MOST_BYTES)
}

/** Says whether bytes are what a coding is put on: a PDF, or a text that is JSON or plain. */
function isReadable(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes)
  if (text.subarray(0, 5).toString('latin1') === '%PDF-') return true
  return !text.subarray(0, 512).includes(0) && isUtf8Text(text)
}

function isUtf8Text(bytes: Buffer): boolean {
  const text = bytes.toString()
  return !text.includes('\ufffd') || parseJson(text) !== undefined
}
