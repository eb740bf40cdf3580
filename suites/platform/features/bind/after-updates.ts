import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** How many updates a quote gets in turn: more than a platform may rightly expect. */
const OFTEN = 6
/** How many updates of a quote are sent at the same moment. */
const TOGETHER = 3

/** Updates quotes as often as a partner likes, and binds them afterwards. Statements judge the answers (4.rule.3, 4.rule.4, R13, R15). */
export const bindAfterUpdates: PlatformScenario = scenario({
  id: 'bind/after-several-updates',
  title: 'A quote can be changed again and again, and bound afterwards',
  shows: ['update-in-ready-to-bind', 'bind-in-ready-to-bind', 'update-leaves-quote-bindable'],
  async drive(context) {
    // A platform may refuse all but one of several together, so that their answers decide nothing.
    const ways = [Array.from({ length: OFTEN }, () => 1), [TOGETHER, 1]]
    await Promise.all(
      ways.map(async (times) => {
        const quote = await context.quotes.reach('ready_to_bind')
        for (const some of times) await updated(context, quote, some)
        await bound(context, quote)
      }),
    )
  },
  claims: [],
})

/** Sends updates of a rated quote at the same moment. */
async function updated(
  { api, quotes }: PlatformContext,
  quote: SubmittedQuote,
  times: number,
): Promise<void> {
  await quotes.settle(quote.id)
  const body = updatesFor(quote).insured_contact
  await Promise.all(Array.from({ length: times }, () => api.update(quote.id, body)))
  // A queued re-rating may begin a moment after the answer, so the suite waits until it has ended.
  await quotes.stays(quote.id)
}

async function bound({ api, quotes }: PlatformContext, { id }: SubmittedQuote): Promise<void> {
  await quotes.settle(id)
  await api.bind(id)
  await quotes.stays(id)
}
