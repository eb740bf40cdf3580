import { hash } from 'node:crypto'
import type { Body } from '../../conformance/exchange.ts'
import { once } from '../../conformance/once.ts'
import type { Redactor } from './redaction.ts'

const HEAD_BYTES = 1024

/**
 * A body as evidence: size and hash of the bytes as received, and its redacted text, or its first bytes when it is a PDF
 * (by its mark or its content type) or no UTF-8.
 *
 * @param fields also takes out what stands in fields of secrets, known or not
 */
export function bodyOf(
  bytes: Uint8Array,
  contentType: string | undefined,
  redactor: Redactor,
  fields: boolean,
): Body {
  const sha256 = once(hashOf(bytes))
  const common = {
    size: bytes.length,
    get sha256() {
      return sha256()
    },
  }
  const text = isPdf(bytes, contentType) ? undefined : utf8(bytes)
  if (text !== undefined)
    return Object.assign(common, { text: fields ? redactor.fields(text) : redactor.text(text) })
  // Redacted before it is cut, or half a secret could stay at the edge.
  const head = redactor.bytes(bytes.subarray(0, 16 * HEAD_BYTES)).subarray(0, HEAD_BYTES)
  return Object.assign(common, { head: Buffer.from(head).toString('base64') })
}

/** Apart from the body, which would else keep the bytes for as long as it lives. */
const hashOf = (bytes: Uint8Array) => () => hash('sha256', bytes)

function isPdf(bytes: Uint8Array, contentType: string | undefined): boolean {
  const marked = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  return marked || (bytes.length > 0 && /^application\/pdf\s*(;|$)/i.test(contentType ?? ''))
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The bytes as UTF-8, a byte order mark included, or undefined when they are none. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
