import { createHash } from 'node:crypto'
import { choices } from '../../generators/cover.ts'

/** A slip with the circumstances in which it happens, by their ids. */
export interface ChosenProduct {
  readonly slip: string
  readonly guards: readonly string[]
}

interface Names {
  readonly slips: readonly {
    readonly id: string
    readonly kills: readonly string[]
    readonly part?: string
    readonly disturbs?: true
  }[]
  readonly guards: readonly { readonly id: string; readonly part?: string }[]
}

export interface ChoiceOptions {
  /** How many circumstances must meet. */
  readonly strength: number
  /** How many products of each slip are chosen; all, where there are fewer. */
  readonly each: number
  readonly seed: number
}

/** Chooses products by chance, so many of each slip; the same for the same seed. */
export function chooseProducts(
  { slips, guards }: Names,
  { strength, each, seed }: ChoiceOptions,
): readonly ChosenProduct[] {
  return slips.flatMap(({ id: slip, part }) => {
    const meeting = guards.filter(
      (guard) => part === undefined || guard.part === undefined || guard.part === part,
    )
    return choices(
      meeting.map(({ id }) => id),
      strength,
    )
      .toSorted((one, other) => rank(seed, slip, one) - rank(seed, slip, other))
      .slice(0, each)
      .map((own) => ({ slip, guards: own }))
  })
}

const rank = (seed: number, ...of: readonly unknown[]): number =>
  createHash('sha256')
    .update(JSON.stringify([seed, of]))
    .digest()
    .readUInt32BE()

/**
 * Puts products together into platforms. No two of a platform are seen by one requirement, so that a failure names its product. At most
 * one of them disturbs the course of its subject.
 */
export function inPlatforms(
  { slips }: Names,
  products: readonly ChosenProduct[],
): readonly (readonly ChosenProduct[])[] {
  const known = new Map(slips.map((slip) => [slip.id, slip]))
  const platforms: ChosenProduct[][] = []
  const killsOf = (one: ChosenProduct) => known.get(one.slip)?.kills ?? []
  const disturbs = (one: ChosenProduct) => known.get(one.slip)?.disturbs === true
  for (const product of products) {
    const place = platforms.find(
      (platform) =>
        !(disturbs(product) && platform.some(disturbs)) &&
        platform.every((other) => killsOf(other).every((id) => !killsOf(product).includes(id))),
    )
    if (place === undefined) platforms.push([product])
    else place.push(product)
  }
  return platforms
}

/** The reading by which nobody can say what is right where a slip happens in one of these circumstances; undefined where there is none. */
export function leftOpenBy(
  slips: readonly { readonly id: string; readonly open?: Readonly<Record<string, readonly string[]>> }[],
  { slip, guards }: ChosenProduct,
): string | undefined {
  const { open = {} } = slips.find(({ id }) => id === slip) ?? {}
  return Object.keys(open).find((reading) => open[reading]?.some((guard) => guards.includes(guard)))
}
