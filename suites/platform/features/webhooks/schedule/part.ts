import type { OperatorAction } from '../../../../../conformance/ports/operator.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { CannotTell, cannotTell, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import type { Span } from './moment.ts'
import type { ScheduleQuotes } from './schedule-quotes.ts'

/**
 * Setting that all parts of a schedule share: one quote, whose rating is announced to every endpoint of
 * theirs.
 */
export interface Stage {
  readonly quote: Quote
  /** The platform's own time at the start of the scenario, in milliseconds since the epoch; absent where it shows none. */
  readonly epoch?: Span
  /** Settles when rating has ended; rejects where it was seen to come to something that no event announces. */
  readonly rated: Promise<void>
}

/** A part whose endpoints are open, waiting for the quote that starts everything. */
export type Opened<T> = (stage: Stage) => Promise<T>

/**
 * Something about deliveries that takes minutes on a target whose clock cannot be moved. Parts run at once, each on
 * endpoints of its own, so that all of them take little longer than the longest.
 */
export interface PartDefinition<T> {
  readonly id: string
  /** Beside an endpoint: what the operator must be able to do. */
  readonly needs: readonly OperatorAction[]
  /** The longest time that it takes once the quote is rated, in milliseconds of target time. */
  lastsMs(spec: Spec): number
  open(context: PlatformContext, quotes: ScheduleQuotes): Promise<Opened<T>>
  readonly claims: readonly Claim<T, Spec>[]
}

/** A part whose trace type is sealed, so that parts of all kinds fit one list. */
export type Part = PartDefinition<unknown>

export function part<T>(definition: PartDefinition<T>): Part {
  return definition as unknown as Part
}

/** Result of a part in the trace of its schedule: its own trace, or why there is none. */
export type PartTrace = { readonly trace: unknown } | { readonly left: Verdict }

/** Why a part cannot be had on this target; undefined when it can. */
export function lackOf({ needs, lastsMs }: Part, context: PlatformContext): Verdict | undefined {
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

/** Plays a part; what it lacks on the way shows in its own claims and does not keep the others from theirs. */
export async function play(open: Promise<Opened<unknown>>, stage: Promise<Stage>): Promise<PartTrace> {
  try {
    const set = await stage
    const trace = await (await open)(set)
    // Of a quote that never became ready nothing had to be announced.
    await set.rated
    return { trace }
  } catch (error) {
    if (error instanceof CannotTell) return { left: error.verdict }
    throw error
  }
}
