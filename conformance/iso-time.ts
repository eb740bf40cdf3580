/** A moment that was read from an ISO 8601 text. */
export interface IsoTime {
  /** Milliseconds since the epoch; where no zone is given, as if it were UTC. */
  readonly ms: number
  readonly zoned: boolean
  /** True for the form with hyphens and colons. */
  readonly extended: boolean
}

const ZONE = String.raw`(Z|[+-]\d{2}(?::?\d{2})?)?`
const EXTENDED = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?${ZONE}$`,
)
const BASIC = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?${ZONE}$`)

const MINUTE_MS = 60_000

/** Reads a date with a time in the extended or the basic form; undefined for anything else. */
export function readIso(value: unknown): IsoTime | undefined {
  if (typeof value !== 'string') return undefined
  const found = EXTENDED.exec(value) ?? BASIC.exec(value)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [fraction = '0', zone] = found.slice(7)
  const midnight = Date.UTC(year, month - 1, day)
  if (new Date(midnight).getUTCDate() !== day || month > 12 || hour > 24 || minute > 59 || second > 60)
    return undefined
  const ms = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + Number(`0.${fraction}`) * 1000
  return { ms: ms - offsetOf(zone), zoned: zone !== undefined, extended: EXTENDED.test(value) }
}

function offsetOf(zone = 'Z'): number {
  if (zone === 'Z') return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

const QUARTER_MS = 15 * MINUTE_MS
/** The largest offset of a zone from UTC, in quarters of an hour (14 hours). */
const MOST_QUARTERS = 56

/**
 * Tells whether a moment lies between two others. A moment without a zone may be in any zone, and zones differ by quarters of
 * an hour.
 */
export function liesBetween({ ms, zoned }: IsoTime, from: number, to: number): boolean {
  if (zoned) return ms >= from && ms <= to
  const first = Math.ceil((from - ms) / QUARTER_MS)
  const last = Math.floor((to - ms) / QUARTER_MS)
  return first <= last && first <= MOST_QUARTERS && last >= -MOST_QUARTERS
}

/** The moment in milliseconds since the epoch. Without a zone, it is taken in the zone that brings it nearest to `other`. */
export function msNear({ ms, zoned }: IsoTime, other: number): number {
  if (zoned) return ms
  const quarters = Math.round((other - ms) / QUARTER_MS)
  return Math.abs(quarters) > MOST_QUARTERS ? ms : ms + quarters * QUARTER_MS
}
