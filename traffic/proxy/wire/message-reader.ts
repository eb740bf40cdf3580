import { BodyReader } from './body-reader.ts'
import type { BodyFraming } from './framing.ts'
import { endOfHead, type Head, readHead } from './head.ts'

/** A part of what came over a connection in one direction. All parts together are all bytes, in their order. */
export type StreamPart =
  | { readonly kind: 'head'; readonly head: Head }
  /** Bytes of a body, with the content among them; the last piece may have none. */
  | {
      readonly kind: 'body'
      readonly bytes: Buffer
      readonly data: readonly Buffer[]
      readonly ends: boolean
    }
  /** Bytes that cannot be read as messages: everything from some place on. */
  | { readonly kind: 'unread'; readonly bytes: Buffer }

/** Longer heads are refused by every common server. */
const LONGEST_HEAD = 256 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Separates the messages of one direction as their bytes come. It was written here because what passes on bytes has to know the
 * bytes of each head, in their own case and order. The parsers of HTTP libraries give only their meaning.
 */
export class MessageReader {
  #rest: Buffer = NOTHING
  /** The memory that the rest is the last part of, with free space behind it; undefined where the rest is as it came. */
  #store: { readonly buffer: Buffer; readonly end: number } | undefined
  /** How many of the bytes hold no end of a head. */
  #searched = 0
  #body: BodyReader | undefined
  #isUnread = false
  /** The head was given out, and how its body is framed is still to be said. */
  #waits = false

  /** Adds bytes that came. */
  push(bytes: Buffer): void {
    if (this.#rest.length === 0) {
      this.#rest = bytes
      this.#store = undefined
      return
    }
    const length = this.#rest.length + bytes.length
    const store = this.#store
    if (store === undefined || store.buffer.length - store.end < bytes.length) {
      // Twice as long as needed, so that a head in single bytes is not copied for each of them.
      const buffer = Buffer.allocUnsafeSlow(2 * length)
      this.#store = { buffer, end: this.#rest.copy(buffer) }
    }
    const { buffer, end } = this.#store ?? { buffer: bytes, end: 0 }
    this.#store = { buffer, end: end + bytes.copy(buffer, end) }
    this.#rest = buffer.subarray(this.#store.end - length, this.#store.end)
  }

  /** Says how the body after the last head is framed. Undefined where nobody can know, so that all that follows stays unread. */
  follow(framing: BodyFraming | undefined): void {
    this.#waits = false
    if (framing === undefined) this.#isUnread = true
    else this.#body = new BodyReader(framing)
  }

  /** Reads nothing any more: what follows is not HTTP. */
  stop(): void {
    this.#isUnread = true
    this.#body = undefined
    this.#waits = false
  }

  /** True once the rest cannot be read. */
  get isLost(): boolean {
    return this.#isUnread
  }

  /** True where a part of a head has come. */
  get isInHead(): boolean {
    return !this.#waits && !this.#isUnread && this.#body === undefined && this.#rest.length > 0
  }

  /** True in a body that ends with its connection. */
  get endsWithConnection(): boolean {
    return this.#body?.endsWithConnection === true
  }

  /** The next part, or undefined until more bytes come. After a head, `follow` comes first. */
  read(): StreamPart | undefined {
    if (this.#waits) return undefined
    if (this.#isUnread) return this.#unread()
    return this.#body === undefined ? this.#head() : this.#piece(this.#body)
  }

  #unread(): StreamPart | undefined {
    if (this.#rest.length === 0) return undefined
    const bytes = this.#rest
    this.#rest = NOTHING
    return { kind: 'unread', bytes }
  }

  #head(): StreamPart | undefined {
    const end = endOfHead(this.#rest, this.#searched)
    this.#searched = end === -1 ? this.#rest.length : 0
    if (end === -1) {
      if (this.#rest.length <= LONGEST_HEAD) return undefined
      this.#isUnread = true
      return this.#unread()
    }
    const bytes = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    this.#waits = true
    return { kind: 'head', head: readHead(bytes) }
  }

  #piece(body: BodyReader): StreamPart | undefined {
    const { used, data, ends, broken } = body.take(this.#rest)
    if (used === 0 && !ends) return undefined
    const bytes = this.#rest.subarray(0, used)
    this.#rest = this.#rest.subarray(used)
    if (ends || broken) this.#body = undefined
    this.#isUnread = broken
    return { kind: 'body', bytes, data, ends }
  }
}
