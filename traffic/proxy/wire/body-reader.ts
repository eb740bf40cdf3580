import type { BodyFraming } from './framing.ts'

/** A longer line of a chunk or a trailer is no sensible one. */
const LONGEST_LINE = 16 * 1024
const LF = 0x0a

/** A stretch of a body on the wire. */
export interface Stretch {
  /** How many of the given bytes belong to it. */
  readonly used: number
  /** The parts of these bytes that are content, without the framing of chunks. */
  readonly data: readonly Buffer[]
  /** The body ends with this stretch. */
  readonly ends: boolean
  /** The framing is wrong, so that the rest cannot be read. */
  readonly broken: boolean
}

/** Follows one body as its bytes come, and finds its end. It keeps no bytes. */
export class BodyReader {
  readonly #kind: BodyFraming['kind']
  #left: number
  #place: 'size' | 'data' | 'gap' | 'trailer' = 'size'
  /** The part of a line that came with earlier bytes. */
  #line = ''

  constructor(framing: BodyFraming) {
    this.#kind = framing.kind
    this.#left = framing.kind === 'length' ? framing.bytes : 0
  }

  get endsWithConnection(): boolean {
    return this.#kind === 'until-closed'
  }

  take(bytes: Buffer): Stretch {
    if (this.#kind === 'until-closed')
      return { used: bytes.length, data: [bytes], ends: false, broken: false }
    if (this.#kind === 'chunked') return this.#chunks(bytes)
    const used = Math.min(this.#left, bytes.length)
    this.#left -= used
    return { used, data: [bytes.subarray(0, used)], ends: this.#left === 0, broken: false }
  }

  #chunks(bytes: Buffer): Stretch {
    const data: Buffer[] = []
    let at = 0
    while (at < bytes.length) {
      if (this.#place === 'data') {
        const piece = bytes.subarray(at, at + this.#left)
        data.push(piece)
        at += piece.length
        this.#left -= piece.length
        if (this.#left === 0) this.#place = 'gap'
        continue
      }
      const end = bytes.indexOf(LF, at)
      this.#line += bytes.toString('latin1', at, end === -1 ? bytes.length : end)
      at = end === -1 ? bytes.length : end + 1
      if (this.#line.length > LONGEST_LINE) return { used: at, data, ends: false, broken: true }
      if (end === -1) break
      const next = this.#afterLine(this.#line)
      this.#line = ''
      if (next !== 'on') return { used: at, data, ends: next === 'end', broken: next === 'broken' }
    }
    return { used: at, data, ends: false, broken: false }
  }

  #afterLine(written: string): 'on' | 'end' | 'broken' {
    const line = written.slice(0, -1)
    // Some readers take a bare line feed or a bare carriage return for the end of a line, and others do not.
    if (written.indexOf('\r') !== line.length || line.includes('\0')) return 'broken'
    if (this.#place === 'trailer') return line === '' ? 'end' : 'on'
    if (this.#place === 'gap') {
      this.#place = 'size'
      return line === '' ? 'on' : 'broken'
    }
    const [, digits] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? []
    if (digits === undefined) return 'broken'
    this.#left = Number.parseInt(digits, 16)
    this.#place = this.#left === 0 ? 'trailer' : 'data'
    return 'on'
  }
}
