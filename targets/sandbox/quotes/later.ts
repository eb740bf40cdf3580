import { mayChange } from '../keeping/keeping.ts'
import type { Platform } from '../platform.ts'
import { move } from './lifecycle.ts'
import type { Quote, QuoteStep } from './quote.ts'
import type { QuoteEffect } from './rules.ts'

/** Prices a quote from its submission. */
export const price: QuoteEffect<Platform> = (quote, { behaviour: { rating } }) => {
  quote.rating = rating.rate(quote.submission, rating.minimumRetention(quote.submission))
}

const steps: Readonly<Record<QuoteStep, QuoteEffect<Platform>>> = {
  rated: (quote, platform) => platform.behaviour.effects.rated(quote, platform),
  proposalGenerated: (quote, platform) => platform.behaviour.effects.proposalGenerated(quote, platform),
  issued: (quote, platform) => void move(quote, 'issued', platform),
  repriced: price,
}

/** Steps that an operator can hold. */
const gates: Partial<Record<QuoteStep, 'rating' | 'issue'>> = { rated: 'rating', issued: 'issue' }

/** Plans a step of a quote, so many milliseconds from now. */
export function planStep(step: QuoteStep, quote: Quote, delayMs: number, platform: Platform): void {
  const planned = { step, at: platform.clock.now() + delayMs }
  quote.planned = [...quote.planned, planned]
  schedule(planned, quote, delayMs, platform)
}

function schedule(
  planned: Quote['planned'][number],
  quote: Quote,
  delayMs: number,
  platform: Platform,
): void {
  const { step } = planned
  const run = () => {
    mayChange(platform.quotes, quote.id.toLowerCase())
    quote.planned = quote.planned.filter((one) => one !== planned)
    steps[step](quote, platform)
  }
  const gate = gates[step]
  platform.work.schedule(delayMs, () => (gate === undefined ? run() : platform[gate].pass(run)))
}

/** Goes on with the steps that were planned before the platform was ended. */
export function resumeQuotes(platform: Platform): void {
  const all = [...platform.quotes.values()].flatMap((quote) =>
    quote.planned.map((planned) => ({ quote, planned })),
  )
  for (const { quote, planned } of all.toSorted((one, other) => one.planned.at - other.planned.at))
    schedule(planned, quote, Math.max(0, planned.at - platform.clock.now()), platform)
}
