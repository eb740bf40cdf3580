import type { PlatformContext } from '../vocabulary/context.ts'
import { awaitEvents } from './endpoints.ts'
import { factsOfQuote, owedTypes } from './facts-of-quote.ts'
import { brokenByLedger } from './judge-ledger.ts'
import type { SharedByJourneys } from './run.ts'
import type { JourneyTrace } from './trace.ts'

/**
 * Adds to a driven journey the requirements that its ledger shows as broken. It waits for events where somebody receives them; requests
 * are judged without them as well.
 */
export async function withBreaches(
  context: PlatformContext,
  seen: JourneyTrace,
  { endpoints, insured }: Pick<SharedByJourneys, 'endpoints' | 'insured'>,
): Promise<JourneyTrace> {
  const { lifecycle, delivery } = context.spec
  if (endpoints !== undefined) {
    const known = delivery.events.map(({ type }) => type)
    const owed = seen.quotes.map((_, place) => {
      const facts = factsOfQuote(seen, place, lifecycle)
      return facts === undefined ? [] : owedTypes(facts, known)
    })
    await awaitEvents(context, endpoints, seen, owed)
  }
  const broken = brokenByLedger(context, seen, insured)
  return broken.length === 0 ? seen : { ...seen, broken }
}
