import { all } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { type Row, readRow, rowClaims } from '../documents/cells.ts'
import { type Settled, settledIn } from '../submit/settled.ts'
import { whileHeld } from './hold.ts'

/** More than workers take at once. */
const QUOTES = 5

/** Where else a rating may end whose quote can be read; each by its recipe in the profile. */
const ELSEWHERE = ['underwriter_review', 'approved_rate', 'failed'] as const

interface Trace {
  readonly ready: readonly Settled[]
  /** The documents of quotes whose rating was held and came to these states. */
  readonly rows: Readonly<Partial<Record<(typeof ELSEWHERE)[number], Row>>>
}

/** Once rating is released every quote is rated, and not just as many as one turn takes (3.transitions). */
export const heldRatings: PlatformScenario = scenario<Trace>({
  id: 'states/held-ratings',
  title: 'Quotes whose rating was held are all rated once it goes on',
  needs: [{ operator: 'hold_rating' }, { operator: 'release_rating' }],
  alone: true,
  async drive(context) {
    const { quotes, operator, facts } = context
    const promised = isPromised(facts, 'ready_to_bind')
    const { made, others } = await whileHeld(operator, 'rating', () => submitAll(context))
    // One after another in any order is right: so they have the time for all of them together.
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
    const rows: Trace['rows'] = {}
    for (const { id, state } of others)
      if ((await follow(id)).state === state)
        Object.assign(rows, { [state]: await readRow(context, id, state) })
    return { ready, rows }
  },
  claims: [
    claim('transition-pending-to-ready-to-bind', ({ ready }) =>
      all(ready.map((one) => settledIn(one, 'ready_to_bind'))),
    ),
    ...ELSEWHERE.flatMap((state) => rowClaims<Trace>(state, ({ rows }) => rows[state])),
  ],
})

/** Submits while rating is held, and lets the time pass until each quote has come to where it waits. */
async function submitAll({ api, quotes, facts }: PlatformContext) {
  const made: Awaited<ReturnType<typeof quotes.create>>[] = []
  const makeUpTo = async (count: number) => {
    while (made.length < count) made.push(await quotes.create('ready_to_bind'))
  }
  // Some before those that end elsewhere and some behind them: what ends one rating is not to end the turn.
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
