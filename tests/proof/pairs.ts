import type { Variant } from '../../targets/sandbox/variants/index.ts'

type Level = Variant | undefined

/** Two levels that must occur together. */
interface Pair {
  readonly one: readonly [choice: number, level: number]
  readonly other: readonly [choice: number, level: number]
}

/**
 * Returns sets of variants. Every two variants of different choices are in force together at least once. So is each variant
 * with the standard form of each other choice. No set has two variants of one choice. Greedy and deterministic: each row takes,
 * choice by choice, the level that covers most open pairs.
 */
export function pairwise(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const byChoice = Map.groupBy(variants, ({ choice }) => choice)
  const choices: readonly (readonly Level[])[] = [...byChoice.values()].map((levels) => [
    undefined,
    ...levels,
  ])
  const open = new Set(choices.flatMap((_, one) => pairsOf(choices, one)))
  const rows: (readonly Variant[])[] = []
  while (open.size > 0) {
    const row = nextRow(choices, open)
    if (row.met.length === 0) throw new Error('a row met nothing new')
    for (const pair of row.met) open.delete(pair)
    rows.push(choices.flatMap((levels, choice) => levels[row.levels[choice] ?? 0] ?? []))
  }
  return rows
}

/**
 * Returns as few sets as possible, of about equal size. Each variant is in one of them, and no set has two variants of one
 * choice. Where they can, variants that hide the same results share a set, and those that change one of these are in another.
 */
export function sharedOut(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const byChoice = [...Map.groupBy(variants, ({ choice }) => choice).values()]
  const count = Math.max(0, ...byChoice.map(({ length }) => length))
  const sets: Variant[][] = Array.from({ length: count }, () => [])
  // The longest choices first, since each of their variants takes a set of its own.
  for (const variant of byChoice.toSorted((one, other) => other.length - one.length).flat()) {
    const free = sets.filter((set) => set.every(({ choice }) => choice !== variant.choice))
    const [best] = free.toSorted(
      (one, other) =>
        hidesOf(other, variant.hides) - hidesOf(one, variant.hides) ||
        hidesOf(one, variant.observes) - hidesOf(other, variant.observes) ||
        one.length - other.length,
    )
    best?.push(variant)
  }
  return sets
}

/** How many of some requirements a set of variants hides. */
const hidesOf = (set: readonly Variant[], requirements: readonly string[] = []): number =>
  requirements.filter((one) => set.some(({ hides }) => hides?.includes(one))).length

function pairsOf(choices: readonly (readonly Level[])[], one: number): Pair[] {
  return choices.slice(one + 1).flatMap((others, offset) =>
    (choices[one] ?? []).flatMap((level, place) =>
      others.flatMap((other, otherPlace): Pair[] =>
        // Two standard forms together need no row of their own: the standard platform covers them.
        level === undefined && other === undefined
          ? []
          : [{ one: [one, place], other: [one + 1 + offset, otherPlace] }],
      ),
    ),
  )
}

function nextRow(
  choices: readonly (readonly Level[])[],
  open: ReadonlySet<Pair>,
): { readonly levels: readonly (number | undefined)[]; readonly met: readonly Pair[] } {
  const levels: (number | undefined)[] = choices.map(() => undefined)
  // Each row begins with the first open pair, so that every row covers something.
  const [first] = open
  for (const [choice, level] of first === undefined ? [] : [first.one, first.other]) levels[choice] = level
  for (const [choice, options] of choices.entries()) {
    if (levels[choice] !== undefined) continue
    const gains = options.map((_, level) => gainOf(levels, choice, level, open))
    levels[choice] = gains.indexOf(Math.max(...gains))
  }
  const isMet = ([choice, level]: readonly [number, number]) => levels[choice] === level
  return { levels, met: [...open].filter(({ one, other }) => isMet(one) && isMet(other)) }
}

/** The number of open pairs that a level would cover with the levels chosen so far. Pairs that may come later count little. */
function gainOf(
  levels: readonly (number | undefined)[],
  choice: number,
  level: number,
  open: ReadonlySet<Pair>,
): number {
  let gain = 0
  for (const { one, other } of open) {
    const [mine, theirs] = one[0] === choice ? [one, other] : [other, one]
    if (mine[0] !== choice || mine[1] !== level) continue
    if (levels[theirs[0]] === theirs[1]) gain += 1
    else if (levels[theirs[0]] === undefined) gain += 0.01
  }
  return gain
}
