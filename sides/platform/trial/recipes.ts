import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { quoteIdOf } from '../../../suites/platform/vocabulary/quotes/record.ts'
import { probeOn, submissionOutcome } from '../discovery/probe.ts'
import type { ProfileTrial } from './trial.ts'

const MOST_REQUESTS = 500

/** Quotes in a manual review, for the actions that end one. */
export interface Reviewed {
  readonly approve?: string
  readonly decline?: string
}

/** Submits each recipe once, and checks that it comes to its outcome. */
export async function tryRecipes(trial: ProfileTrial): Promise<Reviewed> {
  const { facts, operator } = trial.context
  const review = facts.outcomes.underwriter_review as Readonly<Record<string, unknown>> | undefined
  const recipes: readonly (readonly [outcome: string, patch: Readonly<Record<string, unknown>>])[] = [
    ...Object.entries({ ready_to_bind: {}, ...facts.outcomes }).map(
      ([outcome, patch]) => [outcome, patch as Readonly<Record<string, unknown>>] as const,
    ),
    // A review can be ended once only.
    ...(review !== undefined && operator.can('review_approve') && operator.can('review_decline')
      ? [['underwriter_review', review] as const]
      : []),
  ]
  const before = trial.exchanges().length
  const probe = probeOn(trial.context, () => MOST_REQUESTS - (trial.exchanges().length - before))
  const found = await trial.doing('outcomes', () => probe.try(recipes.map(([, patch]) => patch)), true)
  if (found === undefined) return {}
  const submitted = trial
    .exchanges()
    .slice(before)
    .filter(({ operation }) => operation === 'submit')
  const reviewed: string[] = []
  for (const [index, [outcome]] of recipes.entries()) {
    const came = await cameOf(trial, submitted[index], found[index]?.outcome)
    const last = lastOf(submitted[index], trial.exchanges())
    const id = idOf(submitted[index])
    if (came === 'underwriter_review' && outcome === came && id !== undefined) reviewed.push(id)
    if (trial.checks.some(({ name }) => name === `outcomes.${outcome}`)) continue
    const reported = last === undefined ? '' : `; ${trial.reported(last)}`
    // A right platform may raise the retention of any submission.
    if (came === outcome || (outcome === 'ready_to_bind' && came === 'retention_raised'))
      trial.right(`outcomes.${outcome}`, `reaches ${outcome}`)
    else trial.wrong(`outcomes.${outcome}`, `the submission ${cameTo(came, facts.timing.rating)}${reported}`)
  }
  const [one, other = one] = reviewed
  return {
    ...(one !== undefined && { approve: one }),
    ...(other !== undefined && { decline: other }),
  }
}

/** The outcome of a submission. A platform whose clock is moved may still need real time for its work. */
async function cameOf(
  { context: { quotes } }: ProfileTrial,
  submitted: Exchange | undefined,
  outcome = 'unsettled',
): Promise<string> {
  const id = idOf(submitted)
  if (outcome !== 'unsettled' || id === undefined) return outcome
  const { last } = await quotes.settle(id)
  const sent = parseJson(submitted?.request.body)
  return last === undefined ? outcome : submissionOutcome(last, isObject(sent) ? sent : {})
}

const cameTo = (outcome: string, ratingMs: number): string =>
  outcome === 'unsettled'
    ? `stays pending for ${ratingMs / 1000} s (timing.rating)`
    : outcome === 'refused'
      ? 'is refused'
      : `reaches ${outcome}`

/** The latest answer about the quote of a submission. */
function lastOf(submitted: Exchange | undefined, made: readonly Exchange[]): Exchange | undefined {
  const id = idOf(submitted)
  return (id === undefined ? undefined : made.findLast(({ quoteId }) => quoteId === id)) ?? submitted
}

const idOf = (submitted: Exchange | undefined): string | undefined =>
  submitted === undefined ? undefined : quoteIdOf(submitted)
