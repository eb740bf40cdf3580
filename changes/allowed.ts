import { parse } from 'yaml'
import { ConformanceError } from '../conformance/errors.ts'
import { isObject } from '../conformance/json/object.ts'
import { type Change, worst } from './change.ts'

/** A change that breaks or is not understood, and that somebody has accepted until a date. */
export interface Allowance {
  readonly at: string
  /** Kind of the change; absent: every change at the place. */
  readonly kind?: string
  readonly reason: string
  /** The last day on which it is valid: YYYY-MM-DD. */
  readonly expires: string
}

export interface WeighedChanges {
  /** Changes that break or are not understood, without an allowance. */
  readonly breaking: readonly Change[]
  readonly allowed: readonly (readonly [Change, Allowance])[]
  /** Allowances whose date is over. */
  readonly expired: readonly Allowance[]
  /** Allowances that match no change. */
  readonly unused: readonly Allowance[]
}

const KEYS: readonly string[] = ['at', 'kind', 'reason', 'expires']

/**
 * Reads a file of allowances, YAML or JSON: a list.
 * @throws ConformanceError `USAGE` naming what is wrong
 */
export function allowancesOf(text: string, name: string): readonly Allowance[] {
  const wrong = (what: string) => new ConformanceError('USAGE', `--allow ${name}: ${what}`)
  let value: unknown
  try {
    value = parse(text)
  } catch {
    throw wrong('should be YAML or JSON')
  }
  if (!Array.isArray(value)) throw wrong('should be a list of entries with at, reason and expires')
  return value.map((entry: unknown, place) => {
    const where = `entry ${place + 1}`
    if (!isObject(entry)) throw wrong(`${where} should be an object with at, reason and expires`)
    for (const key of Object.keys(entry))
      if (!KEYS.includes(key))
        throw wrong(`${where}: unknown key ${key}: it should be one of ${KEYS.join(', ')}`)
    const { at, kind, reason, expires } = entry
    for (const [key, one] of Object.entries({ at, reason, expires }))
      if (typeof one !== 'string' || one.trim() === '') throw wrong(`${where}: ${key} should be a text`)
    if (kind !== undefined && typeof kind !== 'string') throw wrong(`${where}: kind should be a text`)
    if (!isDay(String(expires))) throw wrong(`${where}: expires should be a day: YYYY-MM-DD`)
    return {
      ...{ at: String(at), reason: String(reason), expires: String(expires) },
      ...(typeof kind === 'string' && { kind }),
    }
  })
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

/** @param now milliseconds since the epoch */
export function weighChanges(
  changes: readonly Change[],
  allowances: readonly Allowance[],
  now: number,
): WeighedChanges {
  const today = new Date(now).toISOString().slice(0, 10)
  const expired = allowances.filter(({ expires }) => expires < today)
  const valid = allowances.filter((one) => !expired.includes(one))
  const fits = ({ at, kind }: Change, one: Allowance) => one.at === at && (one.kind ?? kind) === kind
  const worstOnes = changes.filter((change) => ['breaking', 'not-understood'].includes(worst(change)))
  const allowed = worstOnes.flatMap((change) => {
    const allowance = valid.find((candidate) => fits(change, candidate))
    return allowance === undefined ? [] : [[change, allowance] as const]
  })
  return {
    breaking: worstOnes.filter((change) => !allowed.some(([known]) => known === change)),
    allowed,
    expired,
    unused: valid.filter((one) => !allowed.some(([, used]) => used === one)),
  }
}
