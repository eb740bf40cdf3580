import { createHash } from 'node:crypto'
import { type Headers, headerOf } from '../../../conformance/headers.ts'

/** The head of an HTTP answer, with lower-case header names. */
export interface AnswerHead {
  readonly status: number
  readonly headers: Headers
}

/** The part of an answer that has been read so far. */
export type AnswerReading =
  | { readonly state: 'head' }
  | { readonly state: 'body'; readonly head: AnswerHead }
  | { readonly state: 'whole'; readonly head: AnswerHead; readonly keeps: boolean }
  | { readonly state: 'garbage'; readonly why: string; readonly head?: AnswerHead }

const LONGEST_HEAD = 64 * 1024
/** The part of a body that is kept; the rest is counted and hashed. */
const KEPT_BYTES = 64 * 1024
const STATUS_LINE = /^HTTP\/(1\.[01]) ([1-5]\d\d)(?: [^\r\n]*)?$/

/**
 * Reads an HTTP/1 answer as its bytes come. Interim answers are skipped; lines may end with or without a carriage return (RFC
 * 9112, section 2.2). The head decides where the body ends: by a length, by chunks, or with the connection.
 */
export class AnswerReader {
  #rest: Buffer = Buffer.alloc(0)
  #head: AnswerHead | undefined
  #garbage: string | undefined
  #whole = false
  #version = '1.1'
  #continued = false
  /** Bytes of the body that are still to come; undefined where the body ends with the connection. */
  #left: number | undefined
  #chunked: 'size' | 'data' | 'trailer' | undefined
  readonly #body: Buffer[] = []
  #size = 0
  readonly #hash = createHash('sha256')

  /** True once an interim answer 100 has come. */
  get continued(): boolean {
    return this.#continued
  }

  /** The first bytes of the body, without chunk framing. */
  get body(): Buffer {
    return Buffer.concat(this.#body)
  }

  /** Bytes of the body so far. */
  get size(): number {
    return this.#size
  }

  /** Lower-case hex SHA-256 of all bytes of the body so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  take(bytes: Uint8Array): AnswerReading {
    // Joined only where bytes are left over, since each copy costs time in a flood of bytes.
    this.#rest =
      this.#rest.length === 0
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Buffer.concat([this.#rest, bytes])
    while (this.#step());
    return this.#reading()
  }

  /** Says that the other side has closed the connection. */
  end(): AnswerReading {
    const untilClosed = this.#head !== undefined && this.#left === undefined && this.#chunked === undefined
    if (untilClosed && this.#garbage === undefined) this.#whole = true
    return this.#reading()
  }

  #reading(): AnswerReading {
    const head = this.#head
    if (this.#garbage !== undefined)
      return { state: 'garbage', why: this.#garbage, ...(head !== undefined && { head }) }
    if (head === undefined) return { state: 'head' }
    return this.#whole ? { state: 'whole', head, keeps: this.#keeps(head) } : { state: 'body', head }
  }

  #keeps({ headers }: AnswerHead): boolean {
    const ended = this.#left !== undefined || this.#chunked !== undefined
    const connection = headerOf(headers, 'connection')?.toLowerCase() ?? ''
    return ended && (this.#version === '1.1' ? !connection.includes('close') : /keep-alive/.test(connection))
  }

  #step(): boolean {
    if (this.#garbage !== undefined || this.#whole) return false
    if (this.#head === undefined) return this.#takeHead()
    if (this.#chunked === 'size') return this.#takeChunkSize()
    if (this.#chunked === 'trailer') return this.#takeTrailer()
    return this.#takeBody()
  }

  #takeHead(): boolean {
    const text = this.#rest.toString('latin1')
    const end = /\r?\n\r?\n/.exec(text)
    if (end === null) {
      const begun = text.slice(0, 5)
      if (!'HTTP/'.startsWith(begun)) return this.#fail(`no HTTP answer: it begins with ${quoted(text)}`)
      return text.length > LONGEST_HEAD && this.#fail(`more than ${LONGEST_HEAD} bytes of headers`)
    }
    this.#rest = this.#rest.subarray(end.index + end[0].length)
    const [first = '', ...lines] = text.slice(0, end.index).split(/\r?\n/)
    const [, version, code] = STATUS_LINE.exec(first) ?? []
    if (version === undefined) return this.#fail(`no HTTP status line: ${quoted(first)}`)
    const status = Number(code)
    if (status < 200 && status !== 101) {
      this.#continued ||= status === 100
      return true
    }
    this.#version = version
    this.#head = { status, headers: headersOf(lines) }
    return this.#begin(this.#head)
  }

  #begin({ status, headers }: AnswerHead): boolean {
    const length = headerOf(headers, 'content-length')
    if (status === 204 || status === 304 || status === 101) this.#left = 0
    else if (/(^|,)\s*chunked\s*$/i.test(headerOf(headers, 'transfer-encoding') ?? '')) this.#chunked = 'size'
    else if (length !== undefined) {
      if (!/^\d{1,15}$/.test(length))
        return this.#fail(`a Content-Length that is no number: ${quoted(length)}`)
      this.#left = Number(length)
    }
    this.#whole = this.#left === 0
    return true
  }

  #takeBody(): boolean {
    if (this.#rest.length === 0) return false
    const taken = this.#rest.subarray(0, this.#left ?? this.#rest.length)
    // A copy, since a part of a buffer would keep the whole buffer in memory.
    if (this.#size < KEPT_BYTES) this.#body.push(Buffer.from(taken.subarray(0, KEPT_BYTES - this.#size)))
    this.#hash.update(taken)
    this.#size += taken.length
    this.#rest = this.#rest.subarray(taken.length)
    if (this.#left === undefined) return false
    this.#left -= taken.length
    if (this.#left > 0) return false
    if (this.#chunked === undefined) this.#whole = true
    else this.#chunked = 'size'
    return true
  }

  #takeChunkSize(): boolean {
    const line = this.#takeLine()
    // A chunk's data is followed by an empty line of its own.
    if (line === undefined || line === '') return line === ''
    const [, digits] = /^([0-9a-f]{1,12})\s*(;.*)?$/i.exec(line) ?? []
    if (digits === undefined) return this.#fail(`a chunk without a size: ${quoted(line)}`)
    this.#left = Number.parseInt(digits, 16)
    this.#chunked = this.#left === 0 ? 'trailer' : 'data'
    return true
  }

  #takeTrailer(): boolean {
    const line = this.#takeLine()
    if (line === '') this.#whole = true
    return line !== undefined
  }

  #takeLine(): string | undefined {
    const end = this.#rest.indexOf(0x0a)
    if (end < 0) {
      if (this.#rest.length > LONGEST_HEAD) this.#fail('a line without an end')
      return undefined
    }
    const line = this.#rest.subarray(0, end).toString('latin1').replace(/\r$/, '')
    this.#rest = this.#rest.subarray(end + 1)
    return line
  }

  #fail(why: string): false {
    this.#garbage = why
    return false
  }
}

function headersOf(lines: readonly string[]): AnswerHead['headers'] {
  return lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon <= 0
      ? []
      : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
  })
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60))
