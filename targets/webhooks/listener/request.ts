import type { IncomingMessage } from 'node:http'
import type { Headers } from '../../../conformance/headers.ts'
import { decoded, type EncodedText } from '../../../conformance/json/encoded.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** The longest time for reading a request: one that stalls must not stop the target's time for ever. */
const READING_MS = 10_000

export interface ReadBody {
  readonly bytes: Buffer
  /** True when there was more than 1 MB; `bytes` then holds the beginning. */
  readonly cut: boolean
}

/** Reads a body as it comes over the wire, up to 1 MB. Undefined when the connection broke or stalled before its end. */
export function readBody(request: IncomingMessage): Promise<ReadBody | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const stalled = setTimeout(() => request.destroy(), READING_MS)
    const finish = (read: ReadBody | undefined) => {
      clearTimeout(stalled)
      resolve(read)
    }
    request.on('data', (chunk: Buffer) => {
      const room = MAX_BODY_BYTES - size
      size += chunk.length
      if (room > 0) chunks.push(chunk.subarray(0, room))
      if (room >= 0 && size > MAX_BODY_BYTES) finish({ bytes: Buffer.concat(chunks), cut: true })
    })
    request.once('end', () => finish({ bytes: Buffer.concat(chunks), cut: size > MAX_BODY_BYTES }))
    request.on('error', () => finish(undefined))
    request.once('close', () => finish(undefined))
  })
}

/** A body as text with its encoding; undefined when it was cut off or its bytes are no text. */
export const encodedText = ({ bytes, cut }: ReadBody): EncodedText | undefined =>
  cut ? undefined : decoded(bytes)

/** A body as text; undefined when it was cut off or its bytes are no text. */
export const receivedText = (read: ReadBody): string | undefined => encodedText(read)?.text

/** The headers as they came, in their order, with lower-case names; a repeated header is a repeated entry. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
  )
}
