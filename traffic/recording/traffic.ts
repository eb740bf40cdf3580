import { usageError } from '../../conformance/errors.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import type { EntryKind, Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { shaped } from './line-shape.ts'
import { linesOf } from './lines.ts'
import { asFarAsKept } from './results.ts'
import type { TrafficLine } from './traffic-line.ts'

/** A recording of the proxy, or a part of a long one. */
export interface Traffic {
  readonly baseUrl: string
  readonly ledger: Ledger
  /** How many entries are missing or cannot be judged, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
  /** The last line is incomplete or missing, since the proxy was killed or still runs. */
  readonly cutOff?: 'within an entry' | 'without an end'
  /** Something is missing, such as other parts, so that no kind is whole, whatever the user says of the file. */
  readonly isLost: boolean
}

/** The proxy writes shorter lines: of each text only the beginning. */
const LONGEST_LINE = 32 * 1024 * 1024

/** The first characters of such a file. */
export const TRAFFIC = '{"type":"recording"'

/**
 * Reads a recording of the proxy, line by line. Entries are put in the order in which they began.
 *
 * @param place the file, for people
 * @param most characters of lines that are kept at once; of a longer file no part is whole
 * @throws ConformanceError `USAGE` with the number of a line that is no entry
 */
export async function* readTraffic(file: string, place: string, most: number): AsyncGenerator<Traffic> {
  let [last, broken, kept] = [0, 0, 0]
  let part = new Part(place)
  for await (const [number, text] of linesOf(file, LONGEST_LINE)) {
    last = number
    if (broken > 0) break
    const value = valueIn(text)
    const line = value === undefined ? value : shaped(value)
    if (line === 'wrong') throw noEntry(number, file)
    if (line === undefined) broken = number
    else if (line === 'unknown') part.leaveOut('lines of an unknown type')
    else part.add(line)
    kept += text.length
    if (kept <= most) continue
    part.isPart = true
    yield part.traffic()
    part = part.next()
    kept = 0
  }
  if (broken > 0 && last > broken) throw noEntry(broken, file)
  yield part.traffic(broken > 0 ? 'within an entry' : part.isEnded ? undefined : 'without an end')
}

/** Reads a whole recording of the proxy. @throws ConformanceError as `readTraffic` does */
export async function wholeTraffic(file: string): Promise<Traffic> {
  for await (const traffic of readTraffic(file, 'traffic', Number.POSITIVE_INFINITY)) return traffic
  throw new Error('a recording is one part at least')
}

const noEntry = (number: number, file: string) =>
  usageError(`line ${number} of ${file} is no entry of a recording`)

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

class Part {
  readonly #place: string
  readonly #exchanges: Exchange[] = []
  readonly #arrivals: Arrival[] = []
  readonly #leftOut = new Map<string, number>()
  #baseUrl = ''
  #whole: readonly EntryKind[] = []
  /** There are other parts, so that none is whole. */
  isPart = false
  /** The line that was added last says that the recording was ended. */
  isEnded = false

  constructor(place: string) {
    this.#place = place
  }

  next(): Part {
    const next = new Part(this.#place)
    next.#baseUrl = this.#baseUrl
    next.isPart = true
    next.isEnded = this.isEnded
    return next
  }

  add(line: TrafficLine): void {
    this.isEnded = line.type === 'ended'
    if (line.type === 'ended') return
    if (line.type === 'recording') {
      this.#baseUrl = line.baseUrl
      this.#whole = line.whole
    } else if (line.type === 'dropped') this.leaveOut('entries that came too fast', line.entries)
    else if (line.type === 'unread') this.leaveOut('parts of connections that passed unread')
    else if (line.unjudged !== undefined) this.leaveOut(`entries: ${line.unjudged}`)
    else if (line.type === 'exchange') this.#exchanges.push(this.#placed(judgeable(line.exchange)))
    else this.#arrivals.push(this.#placed(line.arrival))
  }

  #placed<E extends { readonly id: string }>(entry: E): E {
    return { ...entry, id: `${this.#place} ${entry.id}` }
  }

  /** Counts entries that are missing or cannot be judged. */
  leaveOut(reason: string, count = 1): void {
    this.isEnded = false
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count)
  }

  traffic(cutOff?: Traffic['cutOff']): Traffic {
    const exchanges = this.#exchanges.toSorted((one, other) => one.targetMs - other.targetMs)
    const arrivals = this.#arrivals.toSorted((one, other) => one.latest - other.latest)
    const isLost = this.isPart || cutOff !== undefined || this.#leftOut.size > 0
    const whole = isLost ? [] : this.#whole
    return {
      baseUrl: this.#baseUrl,
      ledger: { exchanges, arrivals, whole },
      ...{ leftOut: this.#leftOut, isLost, ...(cutOff !== undefined && { cutOff }) },
    }
  }
}

/** Of a very long body only the beginning is stored, so the answer to it counts as one that is not known. */
function judgeable(exchange: Exchange): Exchange {
  const { answer: _, ...unanswered } = exchange
  return exchange.request.cut === true ? unanswered : asFarAsKept(exchange)
}
