import fc from 'fast-check'

/** Factors by name; the first value of each is the usual one. */
export type Factors = Readonly<Record<string, readonly string[]>>

/** A value for each factor. */
export type RowOf<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] }

/** Values of some factors. */
export type PartOf<F extends Factors> = Partial<RowOf<F>>

export interface CoverOptions<F extends Factors> {
  /** How many values occur together at least once; 2 for pairs. */
  readonly strength: number
  /** Values that cannot occur in one row: each part by itself. */
  readonly apart: readonly PartOf<F>[]
  /** Sets of factors whose values all occur together, beyond the strength. */
  readonly stronger?: readonly (readonly (keyof F & string)[])[]
  /** Parts beside which each value of every other factor occurs. */
  readonly beside?: readonly PartOf<F>[]
  /** Decides between rows that are equally good. The rows follow from it. */
  readonly seed: number
}

/** Values of some factors by name, in the order of the names. */
type Tuple = Readonly<Record<string, string>>

export interface Cover<F extends Factors> {
  readonly rows: readonly RowOf<F>[]
  /** How many combinations of values there are that can occur together. Each of them is in a row. */
  readonly together: number
}

/**
 * Makes rows in which every combination of so many values occurs at least once: a covering array (Kuhn and others). A row is begun with
 * a combination that is missing, and each further value is the one that adds most. A value after which the row could not be
 * completed is not taken. The library covertable 2.5.2 does not check that: it covered 145 of 164 pairs of seven such factors.
 *
 * @throws RangeError where not even one row is possible
 */
export function cover<const F extends Factors>(factors: F, options: CoverOptions<F>): Cover<F> {
  const apart = options.apart.map((part) => Object.entries(part))
  const isApart = (row: Tuple): boolean =>
    apart.some((part) => part.every(([name, value]) => row[name] === value))
  const names = Object.keys(factors)
  const random = randomFrom(options.seed)
  if (completed({}, names, factors, isApart) === undefined)
    throw new RangeError('the values of these factors are all apart')
  const missing = new Map(
    tuplesOf(factors, options)
      .filter((tuple) => completed(tuple, names, factors, isApart) !== undefined)
      .map((tuple) => [keyOf(tuple), tuple]),
  )
  const together = missing.size
  const rows: RowOf<F>[] = []
  for (const [, first] of missing) {
    let row: Tuple = first
    for (const name of shuffled(names, random)) {
      if (name in row) continue
      const open = (factors[name] ?? []).filter((value) => {
        const next = { ...row, [name]: value }
        return completed(next, names, factors, isApart) !== undefined
      })
      row = {
        ...row,
        [name]: bestOf(open, (value) => gainOf({ ...row, [name]: value }, name, missing), random),
      }
    }
    for (const [key, tuple] of missing) if (holds(row, tuple)) missing.delete(key)
    rows.push(row as RowOf<F>)
  }
  return { rows, together }
}

/** How many of the combinations of values occur in rows, which may lack factors. */
export function coveredBy<const F extends Factors>(
  rows: readonly PartOf<F>[],
  factors: F,
  options: Pick<CoverOptions<F>, 'strength' | 'stronger' | 'beside'>,
): number {
  return tuplesOf(factors, options).filter((tuple) => rows.some((row) => holds(row as Tuple, tuple))).length
}

/** A sequence of numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  const number = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const [numbers] = fc.sample(fc.infiniteStream(fc.noBias(number)), { seed, numRuns: 1 })
  return () => numbers?.next().value ?? 0
}

const keyOf = (tuple: Tuple): string => Object.entries(tuple).flat().join(' ')

const holds = (row: Tuple, tuple: Tuple): boolean =>
  Object.entries(tuple).every(([name, value]) => row[name] === value)

/** Every combination of the strength, of each stronger set of factors, and of each part with one value beside it. */
function tuplesOf<F extends Factors>(
  factors: F,
  { strength, stronger = [], beside = [] }: Pick<CoverOptions<F>, 'strength' | 'stronger' | 'beside'>,
): readonly Tuple[] {
  const names = Object.keys(factors)
  const known = stronger.map((one) => names.filter((name) => one.includes(name)))
  // A stronger set may be one of those of the strength.
  const sets = new Map(
    [...choices(names, Math.min(strength, names.length)), ...known].map((some) => [some.join(), some]),
  )
  const combined = [...sets.values()].flatMap((some) =>
    some.reduce<readonly Tuple[]>(
      (all, name) => all.flatMap((one) => (factors[name] ?? []).map((value) => ({ ...one, [name]: value }))),
      [{}],
    ),
  )
  const all = [...combined, ...(beside as readonly Tuple[]).flatMap((part) => besideOf(part, factors))]
  // Where factors are missing, a part with one value may be one of the combinations.
  return [...new Map(all.map((tuple) => [keyOf(tuple), tuple])).values()]
}

/** A part with each value of every other factor, one at a time. Factors that are not there cannot be in the part. */
function besideOf(part: Tuple, factors: Factors): readonly Tuple[] {
  const names = Object.keys(factors)
  return names.flatMap((name) =>
    name in part
      ? []
      : (factors[name] ?? []).map((value) => {
          const row: Tuple = { ...part, [name]: value }
          return Object.fromEntries(names.flatMap((one) => (one in row ? [[one, row[one] ?? '']] : [])))
        }),
  )
}

/** Every subset of so many names, in their order. */
export const choices = (names: readonly string[], count: number): readonly (readonly string[])[] =>
  count === 0
    ? [[]]
    : names.flatMap((name, place) =>
        choices(names.slice(place + 1), count - 1).map((others) => [name, ...others]),
      )

/** Fills a row up with values that can occur together; undefined where there are none. Without it, a greedy choice may lead nowhere. */
function completed(
  row: Tuple,
  names: readonly string[],
  factors: Factors,
  isApart: (row: Tuple) => boolean,
): Tuple | undefined {
  if (isApart(row)) return undefined
  const open = names.find((name) => !(name in row))
  if (open === undefined) return row
  for (const value of factors[open] ?? []) {
    const whole = completed({ ...row, [open]: value }, names, factors, isApart)
    if (whole !== undefined) return whole
  }
  return undefined
}

/** How many of the missing combinations a value completes, or brings nearer. */
function gainOf(row: Tuple, name: string, missing: ReadonlyMap<string, Tuple>): number {
  let gain = 0
  for (const tuple of missing.values())
    if (
      name in tuple &&
      Object.entries(tuple).every(([other, value]) => !(other in row) || row[other] === value)
    )
      gain += Object.keys(tuple).every((other) => other in row) ? 1 : 0.01
  return gain
}

function bestOf(values: readonly string[], gain: (value: string) => number, random: () => number): string {
  const gains = values.map(gain)
  const most = Math.max(...gains)
  const best = values.filter((_, place) => gains[place] === most)
  return best[Math.floor(random() * best.length)] ?? ''
}

function shuffled(names: readonly string[], random: () => number): readonly string[] {
  return names
    .map((name) => ({ name, by: random() }))
    .sort((one, other) => one.by - other.by)
    .map(({ name }) => name)
}
