import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import type { PlatformFacts } from '../../../../conformance/ports/platform.ts'
import { CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { at, isObject } from '../../vocabulary/judge/json.ts'
import { amountOf, quoteIdOf, recordOf } from '../../vocabulary/quotes/record.ts'

const POINTER = '/policy_term/retention'
/** How far below the minimum a retention hardly below it is, in dollars. */
const CLOSEST = 1

/** The rate of a submitted retention. */
interface Rate {
  readonly submitted: number
  /** The record after rating; absent where the submission made no quote. */
  readonly read?: Exchange
}

interface Trace {
  readonly low: Rate
  /** The same retention for another insured: if its rated amount differs, nothing can be compared. */
  readonly counterpart: Rate
  readonly lower: Rate
  /** Hardly below that amount. */
  readonly closest: Rate
  /** The rated amount of the first, submitted itself. */
  readonly minimum: Rate
}

/** Checks that a low retention is raised exactly to the minimum (8, R9). */
export const minimumRetention: PlatformScenario = scenario<Trace>({
  id: 'submit/minimum-retention',
  title: 'Low retentions come to one minimum, which is not raised itself',
  needs: [{ outcome: 'retention_raised' }],
  drive,
  claims: [
    claim('lower-retention-comes-to-the-minimum', (trace) => compared(trace, trace.lower)),
    claim(
      'lower-retention-comes-to-the-minimum',
      (trace) => compared(trace, trace.closest),
      'hardly below it',
    ),
    claim('minimum-retention-is-not-raised', (trace) => compared(trace, trace.minimum)),
  ],
})

/**
 * Returns the retention of the recipe for a raised retention.
 *
 * @throws CannotTell where it is no amount
 */
export function lowRetention({ submission, outcomes }: PlatformFacts): number {
  const recipe = mergePatch(submission, outcomes.retention_raised)
  const low = amountOf(isObject(recipe) ? recipe.retention : undefined)
  if (low === undefined || low <= 0)
    throw new CannotTell('the retention of the recipe is no amount', 'outcomes.retention_raised')
  return low
}

async function drive(context: PlatformContext): Promise<Trace> {
  const submitted = lowRetention(context.facts)
  const low = await rate(context, submitted)
  const minimum = ratedOf(low)
  if (minimum === undefined || minimum <= submitted)
    throw new CannotTell('the retention of the recipe was not raised', 'outcomes.retention_raised')
  return {
    low,
    counterpart: await rate(context, submitted),
    lower: await rate(context, submitted > 1 ? Math.floor(submitted / 2) : submitted / 2),
    closest: await rate(context, Math.max(minimum - CLOSEST, (minimum + submitted) / 2)),
    minimum: await rate(context, minimum),
  }
}

async function rate({ api, quotes, facts, unique }: PlatformContext, retention: number): Promise<Rate> {
  const submission = uniqueSubmission(facts.submission, facts.outcomes.retention_raised, unique())
  const id = quoteIdOf(await api.submit({ ...submission, retention }))
  if (id === undefined) return { submitted: retention }
  return { submitted: retention, read: (await quotes.settle(id)).last }
}

const ratedOf = ({ read }: Rate): number | undefined => read && amountOf(at(recordOf(read), POINTER))

function compared({ low, counterpart }: Trace, other: Rate): Verdict {
  const [wanted, again, rated] = [low, counterpart, other].map(ratedOf)
  if (other.read === undefined || rated === undefined)
    return cannotTell('the quote was not rated', 'outcomes.retention_raised')
  if (wanted === undefined || again !== wanted)
    return cannotTell('equal retentions of two insured come to different amounts')
  return rated === wanted
    ? passed()
    : failed(
        finding(
          other.read,
          `${wanted}, as for ${low.submitted}, when ${other.submitted} is submitted`,
          String(rated),
          `/data${POINTER}`,
        ),
      )
}
