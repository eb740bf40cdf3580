import { isBreach } from '../../conformance/outcome.ts'
import { behaviourOf } from '../../targets/sandbox/behaviour.ts'
import {
  type KindName,
  PRODUCT_KINDS,
  type ProductKind,
  together,
  withId,
} from '../../targets/sandbox/mutants/products/index.ts'
import type { Bench } from '../judge.ts'
import { judgeSandbox } from '../proof/judged.ts'
import type { ChosenProduct } from './choose.ts'

/** The products of one platform, and what is driven. */
export interface PlatformOfProducts {
  readonly of: KindName
  readonly products: readonly ChosenProduct[]
  /** Scenarios to drive; default: those that can see one of the slips. */
  readonly scenarios?: readonly string[]
}

export interface JudgedProduct extends ChosenProduct {
  /** How often the slip happened. */
  readonly times: number
  /** The requirements of the slip that saw it. */
  readonly seenBy: readonly string[]
  /** All requirements that failed on its platform. */
  readonly failed: readonly string[]
}

/** Judges one platform with several slips, each in circumstances of its own. */
export function judgeProducts(
  bench: Bench,
  { of, ...platform }: PlatformOfProducts,
): Promise<readonly JudgedProduct[]> {
  switch (of) {
    case 'quotes':
      return judgeKind(bench, PRODUCT_KINDS.quotes, platform)
    case 'deliveries':
      return judgeKind(bench, PRODUCT_KINDS.deliveries, platform)
    case 'credentials':
      return judgeKind(bench, PRODUCT_KINDS.credentials, platform)
  }
}

async function judgeKind<S, H>(
  bench: Bench,
  kind: ProductKind<S, H>,
  { products, scenarios }: Omit<PlatformOfProducts, 'of'>,
): Promise<readonly JudgedProduct[]> {
  const times = products.map(() => 0)
  const change = together(
    kind,
    products.map(({ slip, guards }, place) => ({
      slip: withId(kind.slips, slip),
      guards: guards.map((id) => withId(kind.guards, id)),
      happened() {
        times[place] = (times[place] ?? 0) + 1
      },
    })),
  )
  const { checks } = await judgeSandbox(bench, {
    options: { behaviour: behaviourOf(change) },
    scenarios:
      scenarios ??
      sightOf(
        bench,
        products.flatMap(({ slip }) => withId(kind.slips, slip).kills),
      ),
  })
  const failed = new Set(checks.filter(isBreach).map(({ requirement }) => requirement))
  return products.map((one, place) => ({
    ...one,
    times: times[place] ?? 0,
    seenBy: withId(kind.slips, one.slip).kills.filter((id) => failed.has(id)),
    failed: [...failed],
  }))
}

/** The scenarios that judge one of the requirements, or show enough for a statement about it. */
function sightOf({ suite }: Bench, kills: readonly string[]): readonly string[] {
  const isMeant = ({ requirement }: { readonly requirement: string }) => kills.includes(requirement)
  const own = suite.scenarios.filter(({ claims }) => claims.some(isMeant)).map(({ id }) => id)
  return [...new Set([...own, ...suite.standing.filter(isMeant).flatMap(({ shownIn = [] }) => shownIn)])]
}
