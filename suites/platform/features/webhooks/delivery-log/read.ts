import { readIso } from '../../../../../conformance/iso-time.ts'
import { isObject } from '../../../../../conformance/json/object.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import { leavesOf } from '../../../vocabulary/operator/shown.ts'

/** An attempt as a delivery log shows it. */
export interface LoggedAttempt {
  /** Milliseconds since the epoch; absent where no time can be read. */
  readonly at?: number
  /** True where the time has fractions of a second. */
  readonly isFine: boolean
  /** A status code, or a word; absent where nothing is shown. */
  readonly result?: number | string
}

/** Everything that a log shows of one event. */
export interface LoggedEvent {
  readonly attempts: readonly LoggedAttempt[]
  /** The state of its delivery, in the words of the log. */
  readonly status?: string
  /** The states of all its entries: there may be one for each attempt. */
  readonly statuses: readonly string[]
}

type Entry = Readonly<Record<string, unknown>>

/** The entries of a log: the shown value itself if it is a list, else the first list in it. */
function entriesIn(shown: unknown): readonly Entry[] {
  const list = Array.isArray(shown) ? shown : isObject(shown) ? Object.values(shown).find(Array.isArray) : []
  return (list ?? []).filter(isObject)
}

/** Reads everything about one event from a log. A copied delivery may have an entry of its own. */
export function loggedEventIn(shown: unknown, eventId: string): LoggedEvent | undefined {
  const own = entriesIn(shown).filter((entry) =>
    leavesOf(entry).some(({ value }) => plainText(value).toLowerCase() === eventId.toLowerCase()),
  )
  if (own.length === 0) return undefined
  const statuses = own.map(({ status }) => status).filter((one) => typeof one === 'string')
  const [status] = statuses
  return { attempts: own.flatMap(attemptsIn), statuses, ...(status !== undefined && { status }) }
}

function attemptsIn(entry: Entry): readonly LoggedAttempt[] {
  const lists = [entry.attempts, ...Object.values(entry)].filter(Array.isArray)
  const [attempts = []] = lists.filter((list) => list.every(isObject))
  return attempts.filter(isObject).map(attemptOf)
}

function attemptOf(attempt: Entry): LoggedAttempt {
  const leaves = [...leavesOf(attempt).map(({ value }) => value)]
  const time = [attempt.at, ...leaves].map(timeOf).find((one) => one !== undefined)
  const result = resultOf(attempt.status)
  return {
    isFine: time?.isFine ?? false,
    ...(time !== undefined && { at: time.at }),
    ...(result !== undefined && { result }),
  }
}

function timeOf(value: unknown): { readonly at: number; readonly isFine: boolean } | undefined {
  if (typeof value === 'number') {
    if (value > 1e12 && value < 1e13) return { at: value, isFine: true }
    return value > 1e9 && value < 1e10 ? { at: value * 1000, isFine: !Number.isInteger(value) } : undefined
  }
  if (typeof value !== 'string') return undefined
  // Accepts ISO 8601, and the form of databases with spaces.
  const time = readIso(
    value
      .toUpperCase()
      .replace(/^(\S+) (?=\d)/, '$1T')
      .replace(/ (?=[-+Z])/, ''),
  )
  return time && { at: time.ms, isFine: /[.,]\d/.test(value) }
}

/** Matches a status code, and no duration or size. */
const CODE =
  /\b[1-5]\d\d\b(?!\s*(?:m(?:illi)?s(?:ec\w*)?|s(?:ecs?|econds?)?|min(?:ute)?s?|(?:k|kilo)?b(?:ytes?)?)\b)/i

function resultOf(status: unknown): number | string | undefined {
  if (status === null || status === undefined || status === '') return undefined
  if (typeof status === 'number') return status
  const text = typeof status === 'string' ? status : JSON.stringify(status)
  const [code] = CODE.exec(text) ?? []
  return code === undefined ? text.toLowerCase() : Number(code)
}
