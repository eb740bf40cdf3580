import type { Headers } from '../../../conformance/headers.ts'
import type { Framing } from '../../../conformance/ports/receiver.ts'

/** A part of a request that is sent as one piece, with the pause after it. */
export interface RequestPiece {
  readonly bytes: Uint8Array
  /** Milliseconds before the next piece; absent: no pause, but still a separate piece. */
  readonly pauseMs?: number
}

export interface Outgoing {
  /** Path and query. */
  readonly path: string
  /** Host, with the port where it is not the default one. */
  readonly host: string
  readonly headers: Headers
  readonly body: Uint8Array
  readonly framing?: Framing
  /** True where the connection is kept for more requests. */
  readonly keeps?: boolean
}

const CHUNKS = 3
const MOST_CUTS = 12
/** Long enough for each piece to arrive separately, short enough for the patience of any receiver. */
const PAUSE_MS = 15

/** So long that a receiver that takes the bytes so far for the whole request takes too little, in milliseconds. */
const LONG_PAUSE_MS = 250

/** Writes the head of a request. Names and values are written unchanged, one byte for each character. */
function headOf({ path, host, headers, body, framing, keeps = false }: Outgoing): Buffer {
  const length =
    framing === 'chunked' ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]
  const lines = [
    ['Host', host],
    ...headers,
    length,
    ...(framing === 'continue' ? [['Expect', '100-continue']] : []),
    ['Connection', keeps ? 'keep-alive' : 'close'],
  ]
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${text}\r\n`, 'latin1')
}

/**
 * Cuts a request into the pieces in which it is sent. The last piece completes the request, except with `broken-off`.
 *
 * @returns head and rest, so that a sender that waits for an interim answer can wait between them
 */
export function piecesOf(outgoing: Outgoing): {
  readonly head: readonly RequestPiece[]
  readonly rest: RequestPiece[]
} {
  const { body, framing } = outgoing
  const head = headOf(outgoing)
  switch (framing) {
    case 'chunked':
      return { head: [{ bytes: head }], rest: chunksOf(body) }
    case 'bytewise':
      return { head: [...head].map(single), rest: [...body].map(single) }
    case 'pieces':
      return { head: cut(head, 3), rest: cut(body, 3) }
    case 'within-characters':
      return { head: [{ bytes: head }], rest: partsOf(body).map((bytes) => ({ bytes, pauseMs: PAUSE_MS })) }
    case 'late-body':
      return { head: [{ bytes: head, pauseMs: LONG_PAUSE_MS }], rest: cut(body, 2, LONG_PAUSE_MS) }
    case 'broken-off':
      return { head: [{ bytes: head }], rest: [{ bytes: body.subarray(0, Math.floor(body.length / 2)) }] }
    default:
      return { head: [{ bytes: head }], rest: body.length === 0 ? [] : [{ bytes: body }] }
  }
}

/** A pause after some bytes lets the receiver read them separately. */
const single = (byte: number, index: number): RequestPiece => ({
  bytes: Uint8Array.of(byte),
  ...(index % 16 === 0 && { pauseMs: 1 }),
})

function cut(bytes: Uint8Array, count: number, pauseMs = PAUSE_MS): RequestPiece[] {
  const size = Math.max(1, Math.ceil(bytes.length / count))
  const pieces: RequestPiece[] = []
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push({ bytes: bytes.subarray(at, at + size), pauseMs })
  }
  return pieces
}

/** Parts of a body that begin in the middle of multi-byte characters; equal parts where there are none. */
function partsOf(body: Uint8Array): readonly Uint8Array[] {
  const within = [...body.keys()].filter((at) => ((body[at] ?? 0) & 0xc0) === 0x80)
  if (within.length === 0) return cut(body, CHUNKS).map(({ bytes }) => bytes)
  const step = Math.max(1, Math.floor(within.length / MOST_CUTS))
  const cuts = within.filter((_, index) => index % step === 0).slice(0, MOST_CUTS)
  return [0, ...cuts].map((from, index) => body.subarray(from, cuts[index]))
}

/** The size of the first chunk is the digit B. */
const FIRST_CHUNK = 11

function chunksOf(body: Uint8Array): RequestPiece[] {
  const parts = [body.subarray(0, FIRST_CHUNK), ...partsOf(body.subarray(FIRST_CHUNK))]
  const chunks = parts
    .filter(({ length }) => length > 0)
    .map((bytes, place) => {
      const size = bytes.length.toString(16)
      // Hexadecimal digits of either case (RFC 9112, section 7.1).
      const written = place === 0 ? size.toUpperCase() : size
      return Buffer.concat([Buffer.from(`${written}\r\n`), bytes, Buffer.from('\r\n')])
    })
  return [...chunks, Buffer.from('0\r\n\r\n')].map((bytes) => ({ bytes, pauseMs: PAUSE_MS }))
}
