import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cutOff, failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { PlatformContext } from '../context.ts'
import { finding, succeeded } from '../judge/answer.ts'
import { at, show } from '../judge/json.ts'
import type { PolledState } from '../quotes/poll.ts'
import type { SubmittedQuote } from '../quotes/quotes.ts'
import { recordOf } from '../quotes/record.ts'
import { isSameField } from '../quotes/same-record.ts'
import { type UpdateKind, updatesFor } from './changes.ts'

/** An update, and the quote before and after it. */
export interface Update {
  readonly before: Exchange
  readonly answer: Exchange
  readonly settled: PolledState
}

/** Sends one update to a new quote, since each may cause a re-rating, and waits until the quote settles. */
export async function updateOne(
  { api, quotes }: PlatformContext,
  state: QuoteState,
  which: UpdateKind,
): Promise<Update & { readonly quote: SubmittedQuote }> {
  const quote = await quotes.reach(state)
  const before = await api.status(quote.id)
  const answer = await api.update(quote.id, updatesFor(quote)[which])
  // A queued re-rating may begin a moment after the answer, so the suite waits until it has ended.
  await quotes.stays(quote.id)
  return { quote, before, answer, settled: await quotes.settle(quote.id) }
}

const KEPT = [
  '/quote_id',
  '/created_at',
  '/policy_term/effective_date',
  '/product_details/product_name',
] as const

/** States that only a bind leads to. A re-rating may lead to any other outcome of rating (R10). */
const NO_OUTCOME = ['bound', 'issued']

/**
 * Judges that an update does not change the fields in `KEPT`, and that its quote settles in a legal
 * state.
 */
export function unchanged({ before, answer, settled }: Update): Verdict {
  if (succeeded(answer) && settled.state !== undefined && NO_OUTCOME.includes(settled.state))
    return failed(
      finding(settled.last, 'a state that rating may lead to', settled.state, '/data/quote_status'),
    )
  const [was, is] = [recordOf(before), recordOf(settled.last)]
  if (!succeeded(answer) || was === undefined || is === undefined)
    return cutOff('no record before and after an update')
  return all(
    KEPT.filter((pointer) => at(was, pointer) !== undefined && at(is, pointer) !== undefined).map(
      (pointer) => {
        const [old, now] = [at(was, pointer), at(is, pointer)]
        return isSameField(pointer, now, old)
          ? passed()
          : failed({ ...finding(settled.last, show(old), show(now), `/data${pointer}`), sameAs: before.id })
      },
    ),
  )
}

const RATES = ['/policy_term/premium_only', '/policy_term/agg_limit', '/policy_term/retention'] as const

/** Observes if an update changed premium, limit or retention, which is open. */
export function rates({ before, settled }: Update): Verdict {
  const changed = RATES.filter(
    (pointer) => at(recordOf(before), pointer) !== at(recordOf(settled.last), pointer),
  )
  return observed(
    changed.length === 0 ? 'premium, limit and retention stay' : `${changed.join(', ')} changed`,
  )
}
