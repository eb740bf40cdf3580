import { hash } from 'node:crypto'
import type { Body } from '../../conformance/exchange.ts'
import { decoded } from '../../conformance/json/encoded.ts'
import { once } from '../../conformance/once.ts'

const HEAD_BYTES = 1024
/** No text of the interface is longer; a longer body is kept as bytes. */
const MOST_TEXT_BYTES = 8 * 1024 * 1024

/**
 * A body as it was received: size and hash of its bytes, and its text. Three kinds of body have their first bytes instead of a
 * text. Those are a PDF (by its mark or its content type), invalid UTF-8, and a body longer than any text of the interface.
 */
export function bodyOf(bytes: Uint8Array, contentType: string | undefined): Body {
  const size = bytes.length
  const isText = size <= MOST_TEXT_BYTES && !isPdf(bytes, contentType)
  const { text, encoding } = (isText ? decoded(bytes) : undefined) ?? {}
  if (text === undefined) {
    // Computed at once, since computing it later would keep all bytes in memory until then.
    const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('base64')
    return { size, sha256: hash('sha256', bytes), head }
  }
  if (encoding !== undefined) return { size, sha256: hash('sha256', bytes), text, encoding }
  const sha256 = once(() => hash('sha256', text))
  return {
    size,
    get sha256() {
      return sha256()
    },
    text,
  }
}

function isPdf(bytes: Uint8Array, contentType: string | undefined): boolean {
  const marked = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  return marked || (bytes.length > 0 && /^application\/pdf\s*(;|$)/i.test(contentType ?? ''))
}

/** The bytes as UTF-8, a byte order mark included, or undefined when they are none. */
export function utf8(bytes: Uint8Array): string | undefined {
  const { text, encoding } = decoded(bytes) ?? {}
  return encoding === undefined ? text : undefined
}
