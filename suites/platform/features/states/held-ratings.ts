import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { whileHeld } from '../../vocabulary/operator/hold.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type Settled, settledIn } from '../../vocabulary/submissions/settled.ts'

/** How many ratings are held: more than a platform may process at the same time. */
const QUOTES = 5

/**
 * Other outcomes of a rating; each needs a recipe in the profile. A submission that would be declined may have a quote while its
 * rating is held (R11).
 */
const ELSEWHERE = ['underwriter_review', 'approved_rate', 'failed', 'declined'] as const

interface Trace {
  readonly ready: readonly Settled[]
  /** The documents of quotes that came to other states after their rating was held. */
  readonly downloads: readonly Download[]
}

/** Checks that all held quotes are rated after the release, not just the first batch (3.transitions). */
export const heldRatings: PlatformScenario = scenario<Trace>({
  id: 'states/held-ratings',
  title: 'Quotes whose rating was held are all rated once it goes on',
  needs: [{ operator: 'hold_rating' }, { operator: 'release_rating' }],
  exclusive: true,
  shows: requirementsOfRows(...ELSEWHERE),
  async drive(context) {
    const { quotes, operator, facts } = context
    const promised = isPromised(facts, 'ready_to_bind')
    const { made, others } = await whileHeld(operator, 'rating', () => submitAll(context))
    // The platform may rate them one after another, so each may take the time of all together.
    const mostMs = (QUOTES + others.length) * facts.timing.rating
    let watchedMs = 0
    const follow = async (id: string) => {
      const seen = await quotes.follow(id, isRated, Math.max(0, mostMs - watchedMs))
      watchedMs += seen.watchedMs
      return { ...seen, watchedMs }
    }
    const ready: Settled[] = []
    for (const { id, submitted } of made)
      ready.push({ answer: submitted, settled: await follow(id), promised })
    const downloads: Download[] = []
    for (const { id, state } of others)
      if ((await follow(id)).state === state)
        downloads.push(...downloadsIn(await readRow(context, id, state)))
    return { ready, downloads }
  },
  claims: [
    claim('transition-pending-to-ready-to-bind', ({ ready }) =>
      all(ready.map((one) => settledIn(one, 'ready_to_bind'))),
    ),
    ...openingClaims<Trace>(({ downloads }) => downloads),
  ],
})

/** Submits while rating is held, and waits until each quote has reached the held step. */
async function submitAll({ api, quotes, facts }: PlatformContext) {
  const made: Awaited<ReturnType<typeof quotes.create>>[] = []
  const makeUpTo = async (count: number) => {
    while (made.length < count) made.push(await quotes.create('ready_to_bind'))
  }
  // Quotes with other outcomes are in the middle: their ratings must not stop the rating of later ones.
  await makeUpTo(2)
  const others: { readonly id: string; readonly state: (typeof ELSEWHERE)[number] }[] = []
  for (const state of ELSEWHERE) {
    if (!(state in facts.outcomes)) continue
    const id = quoteIdOf(await api.submit(quotes.submission(state)))
    if (id !== undefined) others.push({ id, state })
  }
  await makeUpTo(QUOTES)
  for (const { id } of made.slice(-1)) await quotes.stays(id)
  return { made, others }
}

const isRated = (state: string | undefined): boolean => state !== undefined && state !== 'pending'
