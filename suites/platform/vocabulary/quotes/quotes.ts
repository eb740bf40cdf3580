import type { Exchange } from '../../../../conformance/exchange.ts'
import type { PlatformPorts } from '../../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Api, SendOptions } from '../api.ts'
import { describe } from '../judge/answer.ts'
import { type Watch, watchOn } from './poll.ts'
import { isPromised } from './promise.ts'
import { reachOn } from './reach.ts'
import { quoteIdOf, stateOf } from './record.ts'

/** A quote that the suite made, with what was sent for it. */
export interface Quote {
  readonly id: string
  readonly submission: Submission
  readonly submitted: Exchange
}

/** Brings quotes into being and into states, as a partner and, where the profile allows, as an operator. */
export interface Quotes extends Watch {
  /** A valid submission for an outcome, unlike any other of the run. @throws CannotTell when the profile has no recipe */
  submission(outcome?: string): Submission
  /** Submits for an outcome and returns what was sent and answered, whatever that is. */
  submit(outcome?: string, options?: SendOptions): Promise<{ submission: Submission; answer: Exchange }>
  /** A new quote. @throws CannotTell when the answer holds no quote id */
  create(outcome?: string, options?: SendOptions): Promise<Quote>
  /** A new quote that was brought into a state; a state that passes may be over by then. @throws CannotTell when it does not come there */
  reach(state: QuoteState): Promise<Quote>
}

export function quotesOn(ports: PlatformPorts, api: Api): Quotes {
  const { facts } = ports
  const watch = watchOn(ports, api)

  const recipe = (outcome: string): unknown => {
    if (outcome in facts.outcomes) return facts.outcomes[outcome]
    if (outcome === 'ready_to_bind') return {}
    throw new CannotTell(`no recipe for the outcome ${outcome} in the profile`, `outcomes.${outcome}`)
  }

  /** Only what stands in the profile was promised; anything else was a guess, and a recipe would help. */
  const keyOf = (outcome = 'ready_to_bind') =>
    isPromised(facts, outcome) ? undefined : `outcomes.${outcome}`

  const makers: Omit<Quotes, 'reach' | keyof Watch> = {
    submission: (outcome = 'ready_to_bind') =>
      uniqueSubmission(facts.submission, recipe(outcome), ports.unique()),

    async submit(outcome, options) {
      const submission = makers.submission(outcome)
      return { submission, answer: await api.submit(submission, options) }
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
  return { ...quotes, reach: reachOn(ports, api, quotes) }
}

/** What became of a request, in a few words. */
export function outcomeOf(exchange: Exchange): string {
  if (exchange.answer === undefined) return exchange.failure?.message ?? 'no answer'
  return stateOf(exchange) ?? describe(exchange.answer)
}
