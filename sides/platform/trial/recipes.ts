import type { Exchange } from '../../../conformance/exchange.ts'
import { quoteIdOf } from '../../../suites/platform/vocabulary/quotes/record.ts'
import { probeOn } from '../discovery/probe.ts'
import type { Trial } from './trial.ts'

const MOST_REQUESTS = 500

/** Quotes in a manual review, for the actions that end one. */
export interface Reviewed {
  readonly approve?: string
  readonly decline?: string
}

/** Submits each recipe once, and checks that it comes to its outcome. */
export async function tryRecipes(trial: Trial): Promise<Reviewed> {
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
  const made = trial.exchanges().slice(before)
  const submitted = made.filter(({ operation }) => operation === 'submit')
  const reviewed: string[] = []
  for (const [index, [outcome]] of recipes.entries()) {
    const came = found[index]?.outcome ?? 'unsettled'
    const last = lastOf(submitted[index], made)
    const id = idOf(submitted[index])
    if (came === 'underwriter_review' && outcome === came && id !== undefined) reviewed.push(id)
    if (trial.checks.some(({ name }) => name === `outcomes.${outcome}`)) continue
    const told = last === undefined ? '' : `; ${trial.told(last)}`
    if (came === outcome) trial.right(`outcomes.${outcome}`, `comes to ${outcome}`)
    else trial.wrong(`outcomes.${outcome}`, `the submission ${cameTo(came, facts.timing.rating)}${told}`)
  }
  const [one, other = one] = reviewed
  return {
    ...(one !== undefined && { approve: one }),
    ...(other !== undefined && { decline: other }),
  }
}

const cameTo = (outcome: string, ratingMs: number): string =>
  outcome === 'unsettled'
    ? `stays pending for ${ratingMs / 1000} s (timing.rating)`
    : outcome === 'refused'
      ? 'is refused'
      : `comes to ${outcome}`

/** The latest answer about the quote of a submission. */
function lastOf(submitted: Exchange | undefined, made: readonly Exchange[]): Exchange | undefined {
  const id = idOf(submitted)
  return (id === undefined ? undefined : made.findLast(({ quoteId }) => quoteId === id)) ?? submitted
}

const idOf = (submitted: Exchange | undefined): string | undefined =>
  submitted === undefined ? undefined : quoteIdOf(submitted)
