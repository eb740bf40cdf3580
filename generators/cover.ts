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

/** The same, as a list. */
type Entries = readonly (readonly [name: string, value: string])[]

/** A row that is being filled; factors without a value are open. */
type Filled = Record<string, string | undefined>

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
  const canBeCompleted = completing(factors, options.apart as readonly Tuple[])
  const names = Object.keys(factors)
  const random = randomFrom(options.seed)
  if (!canBeCompleted({})) throw new RangeError('the values of these factors are all apart')
  const missing = new Map(
    tuplesOf(factors, options)
      .filter(canBeCompleted)
      .map((tuple) => [keyOf(tuple), Object.entries(tuple)]),
  )
  const together = missing.size
  const rows: RowOf<F>[] = []
  for (const [, first] of missing) {
    let row: Tuple = Object.fromEntries(first)
    for (const name of shuffled(names, random)) {
      if (name in row) continue
      const open = (factors[name] ?? []).filter((value) => canBeCompleted({ ...row, [name]: value }))
      const ofName = (one: Entries) => one.some(([own]) => own === name)
      const nearer = [...missing.values()].filter(ofName)
      row = { ...row, [name]: bestOf(open, (value) => gainOf({ ...row, [name]: value }, nearer), random) }
    }
    for (const [key, entries] of missing) if (holds(row, entries)) missing.delete(key)
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
  const combinations = tuplesOf(factors, options).map((tuple) => Object.entries(tuple))
  return combinations.filter((entries) => rows.some((row) => holds(row as Tuple, entries))).length
}

/** A sequence of numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  const number = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const [numbers] = fc.sample(fc.infiniteStream(fc.noBias(number)), { seed, numRuns: 1 })
  return () => numbers?.next().value ?? 0
}

const keyOf = (tuple: Tuple): string => Object.entries(tuple).flat().join(' ')

const holds = (row: Tuple, entries: Entries): boolean => entries.every(([name, value]) => row[name] === value)

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

/** Says whether values of all other factors can occur together with a row. Without it, a greedy choice may lead nowhere. */
function completing(factors: Factors, apart: readonly Tuple[]): (row: Tuple) => boolean {
  const names = Object.keys(factors)
  const parts = apart.map((part) => Object.entries(part))
  // A value that is added can only break a part with its factor.
  const partsOf = new Map(
    names.map((name) => [name, parts.filter((part) => part.some(([one]) => one === name))]),
  )
  const isApart = (row: Filled, some: typeof parts): boolean =>
    some.some((part) => part.every(([name, value]) => row[name] === value))
  return (row) => {
    if (isApart(row, parts)) return false
    const filled: Filled = { ...row }
    const open = names.filter((name) => !(name in row))
    const fill = (place: number): boolean => {
      const name = open[place]
      if (name === undefined) return true
      for (const value of factors[name] ?? []) {
        filled[name] = value
        if (!isApart(filled, partsOf.get(name) ?? []) && fill(place + 1)) return true
      }
      filled[name] = undefined
      return false
    }
    return fill(0)
  }
}

/** How many of the missing combinations a value completes, or brings nearer. */
function gainOf(row: Tuple, missing: readonly Entries[]): number {
  let gain = 0
  for (const entries of missing) {
    let isWhole = true
    const fits = entries.every(([name, value]) => {
      const own = row[name]
      if (own === undefined) isWhole = false
      return own === undefined || own === value
    })
    if (fits) gain += isWhole ? 1 : 0.01
  }
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
