import { valueAt } from '../../../conformance/json/pointer.ts'
import type { FakeClient } from '../fake.ts'
import type { Got, Operation } from '../messages.ts'

type Patterns = Readonly<Record<string, string>>

/** A request of the client that is under way, or its answer; one without `got` that is over was lost. */
interface Exchanged {
  readonly operation: Operation
  readonly got?: Got
  readonly isOver?: true
}

/** A request or an answer as a table describes it. All members must hold. A pattern is a regular expression. */
interface GivenExchange {
  readonly on?: Operation | readonly Operation[]
  readonly status?: number | readonly number[]
  readonly from?: number
  readonly below?: number
  readonly lost?: true
  readonly headers?: Patterns
  readonly text?: string
}

/** An exchange of the past: how often it was there, how often in a row, and how long after the client was started. */
interface GivenMet extends GivenExchange {
  readonly times?: number
  readonly inRow?: number
  readonly afterMs?: number
}

/** A circumstance as a table writes it. All members must hold. */
export interface GivenCircumstance extends GivenExchange {
  /** Such exchanges are over. */
  readonly met?: GivenMet | readonly GivenMet[]
  /** So long after the client was started, in milliseconds. */
  readonly afterMs?: number
  readonly https?: true
  readonly not?: GivenCircumstance
}

/** Says whether a value that is there fits a pattern. */
export const fits = (pattern: string, value: unknown): boolean =>
  value !== undefined && new RegExp(pattern, 'u').test(String(value))

/** Says whether the values of an object fit, which are named by JSON Pointers. */
export const valuesFit = (patterns: Patterns, data: unknown): boolean =>
  Object.entries(patterns).every(([pointer, pattern]) => fits(pattern, valueAt(data, pointer)))

const isOneOf = <T>(given: T | readonly T[], value: T): boolean => [given].flat().includes(value)

function isSuch(given: GivenExchange, { operation, got, isOver }: Exchanged): boolean {
  const { on, status, from, below, lost, headers, text } = given
  const needsAnswer = [status, from, below, headers, text].some((value) => value !== undefined)
  if (on !== undefined && !isOneOf(on, operation)) return false
  if (lost && !(isOver && got === undefined)) return false
  if (got === undefined) return !needsAnswer
  return (
    (status === undefined || isOneOf(status, got.status)) &&
    got.status >= (from ?? 0) &&
    got.status < (below ?? 1000) &&
    (headers === undefined || Object.entries(headers).every(([name, one]) => fits(one, got.headers[name]))) &&
    (text === undefined || fits(text, got.body.toString('utf8')))
  )
}

/** The requests of a client so far, and the circumstances that hold. */
export class Course {
  readonly #began = Date.now()
  readonly #all: (Exchanged & { readonly afterMs: number })[] = []
  readonly #isHttps: boolean
  #present: Exchanged = { operation: 'token' }

  /** Notes from now on what the client sends and gets. */
  constructor(client: FakeClient) {
    this.#isHttps = client.env.QUOTE_CA !== undefined
    const [call, wire] = [client.call.bind(client), client.wire.bind(client)]
    client.call = (operation, ...given) => {
      this.#present = { operation }
      return call(operation, ...given)
    }
    client.wire = async (sent) => {
      const note = (got?: Got) => {
        this.#all.push({
          operation: sent.operation,
          ...(got && { got }),
          isOver: true,
          afterMs: Date.now() - this.#began,
        })
      }
      try {
        const got = await wire(sent)
        note(got)
        return got
      } catch (error) {
        note()
        throw error
      }
    }
  }

  /** Says whether circumstances hold. @param present default: what the client is about to send */
  holds(given: GivenCircumstance, present: Exchanged = this.#present): boolean {
    const { met = [], afterMs = 0, https, not, ...own } = given
    return (
      isSuch(own, present) &&
      [met].flat().every((one) => this.#hasMet(one)) &&
      Date.now() - this.#began >= afterMs &&
      (!https || this.#isHttps) &&
      (not === undefined || !this.holds(not, present))
    )
  }

  #hasMet({ times = 1, inRow = 1, afterMs = 0, ...given }: GivenMet): boolean {
    const such = this.#all.map((one) => one.afterMs >= afterMs && isSuch(given, one))
    const isRow = (last: number) => last + 1 >= inRow && such.slice(last + 1 - inRow, last + 1).every(Boolean)
    return such.filter((_, place) => isRow(place)).length >= times
  }
}
