import type { Failure } from '../../../conformance/exchange.ts'
import { type Head, listed } from '../wire/head.ts'
import { BodyWatch, type Room } from './body-watch.ts'
import type { End, Passed, RouteName } from './passed.ts'

/** The means of watching exchanges. */
export interface Watching {
  readonly room: Room
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since the proxy began. */
  since(): number
  /** The next number of a request. */
  next(): number
  /** Receives each exchange when it has ended. */
  passed(one: Passed): void
  /** The rest of a connection passes unread. */
  unread(): void
  /** Requests under way that may change something. */
  readonly changing: Set<ExchangeWatch>
}

/** Methods of requests that change nothing. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A request whose head has come. */
export interface Begun {
  readonly route: RouteName
  readonly method: string
  readonly target: string
  readonly asked: string
  /** As the target gets it. */
  readonly head: Head
}

/** Watches one request and its answer while their bytes pass; reports them when both have ended. */
export class ExchangeWatch {
  readonly method: string
  readonly target: string
  readonly #watching: Watching
  readonly #begun: Begun
  readonly #began: Pick<Passed, 'number' | 'startedAt' | 'sinceMs'>
  readonly #sent: BodyWatch
  #answer: { readonly status: number; readonly head: Head; readonly body: BodyWatch } | undefined
  #timing: { connectMs?: number; tlsMs?: number; sentMs?: number; firstByteMs?: number; headMs?: number } = {}
  #isSent = false
  #isAnswered = false
  #isReported = false

  constructor(begun: Begun, watching: Watching) {
    this.method = begun.method
    this.target = begun.target
    this.#begun = begun
    this.#watching = watching
    this.#began = { number: watching.next(), startedAt: watching.now(), sinceMs: watching.since() }
    this.#sent = new BodyWatch(watching.room, false)
    if (begun.route === 'api' && !READS.has(begun.method)) watching.changing.add(this)
  }

  connected(): void {
    this.#timing.connectMs ??= this.#age()
  }

  secured(): void {
    this.#timing.tlsMs ??= this.#age()
  }

  sends(data: Buffer): void {
    this.#sent.add(data)
  }

  sent(): void {
    this.#isSent = true
    this.#timing.sentMs = this.#age()
    if (this.#isAnswered) this.#report()
  }

  firstByte(): void {
    this.#timing.firstByteMs ??= this.#age()
  }

  answers(status: number, head: Head): void {
    this.#timing.headMs = this.#age()
    const isDocument = /^application\/pdf\b/i.test(listed(head, 'content-type') ?? '')
    this.#answer = { status, head, body: new BodyWatch(this.#watching.room, isDocument) }
  }

  answerData(data: Buffer): void {
    this.#answer?.body.add(data)
  }

  /** The answer is whole. A request that is still being sent is waited for. */
  answered(): void {
    this.#isAnswered = true
    if (this.#isSent) this.#report()
  }

  /** The connection is over before both were whole; without effect afterwards. */
  broken(by: End, failure: Failure): void {
    if (this.#isAnswered) this.#report()
    else {
      const status = this.#answer?.status
      this.#report(by, { ...failure, ...(status !== undefined && { status }) })
    }
  }

  /** True once at least the head of an answer has come. */
  get isAnswering(): boolean {
    return this.#answer !== undefined
  }

  #report(brokenBy?: End, failure?: Failure): void {
    if (this.#isReported) return
    this.#isReported = true
    this.#watching.changing.delete(this)
    const { head, ...begun } = this.#begun
    const answer = this.#answer
    this.#watching.passed({
      ...this.#began,
      ...begun,
      headers: pairs(head),
      body: this.#sent.end(this.#isSent),
      ...(answer && {
        answer: {
          status: answer.status,
          headers: pairs(answer.head),
          body: answer.body.end(this.#isAnswered),
        },
      }),
      ...(failure && { failure }),
      ...(brokenBy && { brokenBy }),
      elapsedMs: this.#age(),
      timing: this.#timing,
      changing: [...this.#watching.changing].map(({ target }) => target),
    })
  }

  #age(): number {
    return Math.round((this.#watching.since() - this.#began.sinceMs) * 1000) / 1000
  }
}

const pairs = ({ fields }: Head): Passed['headers'] =>
  fields.map(({ name, value }) => [name.toLowerCase(), value] as const)
