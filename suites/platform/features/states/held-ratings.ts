import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import type { Quote } from '../../vocabulary/quotes/quote.ts'
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
      // Until each has come to where its rating is held.
      for (const { id } of created.slice(-1)) await quotes.stays(id)
      return created
    })
    // One after another in any order is right: so they have the time for all of them together.
    const mostMs = QUOTES * facts.timing.rating
    let watchedMs = 0
    const settled: Settled[] = []
    for (const { id, submitted } of made) {
      const seen = await quotes.follow(id, isRated, Math.max(0, mostMs - watchedMs))
      watchedMs += seen.watchedMs
      settled.push({ answer: submitted, settled: { ...seen, watchedMs }, promised })
    }
    return settled
  },
  claims: [
    claim('transition-pending-to-ready-to-bind', (settled) =>
      all(settled.map((one) => settledIn(one, 'ready_to_bind'))),
    ),
  ],
})

const isRated = (state: string | undefined): boolean => state !== undefined && state !== 'pending'
