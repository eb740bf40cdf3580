import type { Exchange } from '../../../../conformance/exchange.ts'
import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import type { Sighting } from '../../vocabulary/quotes/poll.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import type { Quote, Quotes } from '../../vocabulary/quotes/quote.ts'
import { type Settled, settledIn } from '../submit/settled.ts'
import { whileHeld } from './hold.ts'

/** More than workers take at once. */
const QUOTES = 5

/** Once rating is released every quote is rated, and not just as many as one turn takes (3.transitions). */
export const heldRatings: PlatformScenario = scenario<readonly Settled[]>({
  id: 'states/held-ratings',
  title: 'Quotes whose rating was held are all rated once it goes on',
  needs: [{ operator: 'hold_rating' }, { operator: 'release_rating' }],
  alone: true,
  async drive({ quotes, operator, facts }) {
    const promised = isPromised(facts, 'ready_to_bind')
    const made = await whileHeld(operator, 'rating', async () => {
      const created: Quote[] = []
      for (let n = 0; n < QUOTES; n += 1) created.push(await quotes.create('ready_to_bind'))
      return created
    })
    await settleInTurn(quotes, made)
    // In whatever order they are rated one by one, all are by then.
    const last = await settleInTurn(quotes, made)
    return last.map(({ answer, settled }) => ({ answer, settled, promised }))
  },
  claims: [
    claim('transition-pending-to-ready-to-bind', (settled) =>
      all(settled.map((one) => settledIn(one, 'ready_to_bind'))),
    ),
  ],
})

async function settleInTurn(
  quotes: Quotes,
  made: readonly Quote[],
): Promise<readonly { readonly answer: Exchange; readonly settled: Sighting }[]> {
  const all = []
  for (const { id, submitted } of made) all.push({ answer: submitted, settled: await quotes.settle(id) })
  return all
}
