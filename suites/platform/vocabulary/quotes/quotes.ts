import { CannotTell } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { QUOTE_STATES } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { Api } from './api.ts'
import { type Watch, watchOn } from './poll.ts'
import type { PacedPorts } from './poll-pace.ts'
import { isPromised } from './promise.ts'
import { outcomeOf, type Quotes } from './quote.ts'
import { reachOn } from './reach.ts'
import { quoteIdOf } from './record.ts'

export { outcomeOf, type Quotes, type SubmittedQuote } from './quote.ts'

export function quotesOn(ports: PacedPorts, api: Api, spec: Spec): Quotes {
  const { facts } = ports
  const watch = watchOn(ports, api, spec)

  const recipe = (outcome: string): unknown => {
    if (QUOTE_STATES.some((state) => state === outcome && spec.lifecycle.named(state) === undefined))
      throw new CannotTell(`the version has no state ${outcome}`, 'api_version')
    if (outcome in facts.outcomes) return facts.outcomes[outcome]
    if (outcome === 'ready_to_bind') return {}
    throw new CannotTell(`no recipe for the outcome ${outcome} in the profile`, `outcomes.${outcome}`)
  }

  /** Names the profile key that would help: a recipe. Undefined where the profile has one already. */
  const keyOf = (outcome = 'ready_to_bind') =>
    isPromised(facts, outcome) ? undefined : `outcomes.${outcome}`

  const makers: Omit<Quotes, 'reach' | keyof Watch> = {
    submission: (outcome = 'ready_to_bind') =>
      uniqueSubmission(facts.submission, recipe(outcome), ports.unique()),

    async submit(outcome = 'ready_to_bind', options = {}) {
      const submission = makers.submission(outcome)
      return { submission, answer: await api.submit(submission, { meant: outcome, ...options }) }
    },

    async create(outcome, options) {
      const { submission, answer } = await makers.submit(outcome, options)
      const id = quoteIdOf(answer)
      if (id === undefined)
        throw new CannotTell(`the submission made no quote: ${outcomeOf(answer)}`, keyOf(outcome))
      return { id, submission, submitted: answer }
    },
  }

  const quotes = { ...watch, ...makers }
  return { ...quotes, reach: reachOn(ports, api, quotes, spec) }
}
