import { lesser, stepsAway } from '../../../generators/exploration.ts'
import type { Submission } from '../../../generators/submission.ts'
import type { PlatformContext } from '../../../suites/platform/vocabulary/context.ts'
import { type Find, type OutcomeProbe, probeOn } from './probe.ts'

export interface DiscoverOptions {
  /** Most requests, those for tokens included. */
  readonly most: number
  /** Requests that were sent so far. */
  spent(): number
  /** Outcomes that are looked for. */
  readonly wanted: readonly string[]
  /** Receives the progress after each attempt. */
  progress?(so: { readonly requests: number; readonly most: number; readonly found: readonly string[] }): void
}

/** The recipes that were found, and how the search went. */
export interface Discovery {
  /** Merge patches by outcome, as a profile holds them. Each was seen to work twice. */
  readonly outcomes: Readonly<Record<string, Readonly<Submission>>>
  /** The number of submissions by outcome. */
  readonly seen: Readonly<Record<string, number>>
  readonly requests: number
}

/** Outcomes that a profile may have a recipe for. */
export const OUTCOMES = [
  'underwriter_review',
  'approved_rate',
  'declined',
  'failed',
  'retention_raised',
] as const

/** Number of submissions that are rated side by side. */
const AT_ONCE = 16
/** Requests for one attempt: a submission, and one read once the duration of a rating is known. */
const COST = 2

/**
 * Looks for submissions that lead to outcomes without a recipe. It first changes one field of the known-good submission, then
 * two. It reduces a find to its smallest patch and tries it again, since a recipe has to work each time.
 *
 * @throws CannotTell when the target is lost
 */
export async function discover(context: PlatformContext, options: DiscoverOptions): Promise<Discovery> {
  const probe = probeOn(context, () => options.most - options.spent())
  const seen: Record<string, number> = {}
  const outcomes: Record<string, Readonly<Submission>> = {}
  const left = () => Math.floor((options.most - options.spent()) / COST)
  const missing = () => options.wanted.filter((outcome) => outcomes[outcome] === undefined)

  const attempt = async (patches: readonly Readonly<Submission>[]): Promise<readonly Find[]> => {
    const finds = await probe.try(patches)
    for (const { outcome } of finds) seen[outcome] = (seen[outcome] ?? 0) + 1
    options.progress?.({ requests: options.spent(), most: options.most, found: Object.keys(outcomes) })
    return finds
  }
  const result = () => ({ outcomes, seen, requests: options.spent() })

  // The unchanged known-good submission shows how long a rating takes, and its outcome needs no recipe.
  const [usual] = left() > 0 ? await attempt([{}]) : []
  const steps = stepsAway(context.facts.submission, context.generation.seed)
  while (missing().length > 0 && left() > 0) {
    // Keeps back enough requests to confirm each outcome that may be found.
    const batch = [...take(steps, Math.max(1, Math.min(AT_ONCE, left() - missing().length)))]
    if (batch.length === 0) break
    for (const find of await attempt(batch)) {
      if (!missing().includes(find.outcome) || find.outcome === usual?.outcome) continue
      const patch = await confirmed(find, { attempt, left })
      if (patch !== undefined) outcomes[find.outcome] = patch
    }
  }
  return result()
}

interface Means {
  attempt: OutcomeProbe['try']
  left(): number
}

/** The smallest patch that leads to the same outcome; undefined where the outcome does not repeat. */
async function confirmed(
  { patch, outcome }: Find,
  { attempt, left }: Means,
): Promise<Find['patch'] | undefined> {
  if (left() < 1) return undefined
  const [again] = await attempt([patch])
  if (again?.outcome !== outcome) return undefined
  let smallest = patch
  for (
    let smaller = lesser(smallest);
    smaller.length > 0 && left() >= smaller.length;
    smaller = lesser(smallest)
  ) {
    const next = (await attempt(smaller)).find((find) => find.outcome === outcome)
    if (next === undefined) break
    smallest = next.patch
  }
  return smallest
}

function* take<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = items.next()
    if (done === true) return
    yield value
  }
}
