import type { Body } from '../../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../../conformance/headers.ts'
import { bodyOf } from '../../../targets/evidence/body.ts'
import { codingsIn, withoutCodings } from '../../../targets/evidence/content-codings.ts'
import type { PassedBody } from './passed.ts'

/** The most that a compressed body may grow to, in bytes. */
const MOST_EXPANDED = 1024 * 1024
const HEAD_BYTES = 1024

/** A body as evidence, and whether statements about its content can be judged by it. */
export interface RecordedContent {
  /** Size and hash are those of the bytes on the wire; a compressed text is shown as it was before. */
  readonly body: Body
  readonly isReadable: boolean
}

export function contentOf(passed: PassedBody, headers: Headers): RecordedContent {
  const { size, sha256, kept, isWhole } = passed
  const type = headerOf(headers, 'content-type')
  const asBytes = () => ({ size, sha256, head: Buffer.from(kept.subarray(0, HEAD_BYTES)).toString('base64') })
  const codings = codingsIn(headerOf(headers, 'content-encoding'))
  const isDocument = /^application\/pdf\b/i.test(type ?? '') || startsLikeAPdf(kept)
  if (isDocument) return { body: asBytes(), isReadable: isWhole }
  if (kept.length < size) {
    const text = codings.length === 0 ? beginningOf(kept) : undefined
    return { body: text === undefined ? asBytes() : { size, sha256, text, cut: true }, isReadable: false }
  }
  const bytes = size === 0 ? kept : withoutCodings(kept, codings, MOST_EXPANDED)
  if (bytes === undefined) return { body: asBytes(), isReadable: false }
  const read = bodyOf(bytes, type)
  const { text, encoding, head } = read
  return {
    body: {
      ...{ size, sha256 },
      ...(text !== undefined && { text }),
      ...(encoding !== undefined && { encoding }),
      ...(head !== undefined && { head }),
    },
    isReadable: isWhole,
  }
}

const startsLikeAPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** The text of the first bytes of a longer body, which may end within a character; undefined where they are no UTF-8. */
function beginningOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
