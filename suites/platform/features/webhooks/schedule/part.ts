import type { OperatorAction } from '../../../../../conformance/ports/operator.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { cannotTell, type Verdict, whyLeft } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import type { ScheduleQuotes } from './schedule-quotes.ts'

/**
 * The quote that all parts of a schedule share: its `quote.created` goes to all of their endpoints.
 */
export interface SharedQuote {
  readonly quote: SubmittedQuote
  /** Resolves when rating has ended; rejects where the quote came to a state for which no event is owed. */
  readonly rated: Promise<void>
  /**
   * Binds it as soon as it is rated, once for all parts that ask.
   *
   * @throws CannotTell where that is not accepted
   */
  bind(): Promise<void>
}

/** A part whose endpoints are open: it drives itself once the shared quote is there. */
export type Opened<T> = (shared: SharedQuote) => Promise<T>

/**
 * A check of deliveries that takes minutes in real time. Parts run in parallel, each on endpoints of its own, so that
 * all of them take little longer than the longest.
 */
export interface PartDefinition<T> {
  readonly id: string
  /** Operator actions that it needs, besides an endpoint. */
  readonly needs: readonly OperatorAction[]
  /** Its longest duration after the quote's rating, in milliseconds of target time. */
  lastsMs(spec: Spec): number
  open(context: PlatformContext, quotes: ScheduleQuotes): Promise<Opened<T>>
  /** The rest that it could not open in its round, as a part for a later one; undefined where nothing is left. */
  rest?(trace: T): Part | undefined
  /** The trace of an earlier round with that of its rest. */
  join?(earlier: T, later: T): T
  readonly claims: readonly Claim<T, Spec>[]
}

/** A part without its trace type, so that different parts fit into one list. */
export type Part = PartDefinition<unknown>

export function part<T>(definition: PartDefinition<T>): Part {
  return definition as unknown as Part
}

/** Result of a part in the trace of its schedule: its own trace, or why there is none. */
export type PartTrace = ({ readonly trace: unknown } | { readonly left: Verdict }) & {
  /** The paths of its endpoints on the receiver. */
  readonly paths?: readonly string[]
}

/** Says why a part cannot be driven on this target; undefined when it can. */
export function lackOfPart({ needs, lastsMs }: Part, context: PlatformContext): Verdict | undefined {
  const missing = needs.find((action) => !context.operator.can(action))
  if (missing !== undefined)
    return cannotTell(`no operator action ${missing} in the profile`, `operator.${missing}`)
  const { longestWait } = context.facts.timing
  const lasts = lastsMs(context.spec)
  if (context.clock.virtual || longestWait === undefined || lasts <= longestWait) return undefined
  return cannotTell(
    `it takes ${Math.round(lasts / 1000)} s, which timing.longest_wait leaves out`,
    'timing.longest_wait',
  )
}

/** Drives a part. If its setup fails, only its own claims cannot tell. */
export async function drivePart(
  open: Promise<Opened<unknown>>,
  shared: Promise<SharedQuote>,
): Promise<PartTrace> {
  try {
    const set = await shared
    const trace = await (await open)(set)
    // Rejects if the quote never became ready: then no event was owed.
    await set.rated
    return { trace }
  } catch (error) {
    return whyLeft(error)
  }
}
