import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { SHOWN_AT_BIND } from '../../vocabulary/documents/bind-and-issue.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { canHold, whileHeld } from '../../vocabulary/operator/hold.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { type Lasting, lastingIn, reviewedIn } from './lasting.ts'
import { weeklyEvents } from './weekly.ts'

const DAY_MS = 24 * 3_600_000
/** Longer than the usual lifetime of caches, sessions and offers. */
const DAYS = 31
const WEEK_DAYS = 7

interface Trace {
  /** The documents of quotes that are still in their states, and of one whose review was approved after all that time. */
  readonly downloads: readonly Download[]
}

/** Further states that last. Standing claims judge any changes of them by the transition table (R10). */
const LASTING: readonly QuoteState[] = ['approved_rate', 'underwriter_review', 'failed']

/** Checks quotes and documents a month later, on a moved clock. Statements judge the states themselves, and what is bound a day later. */
export const longAfter: PlatformScenario = scenario<Trace>({
  id: 'states/long-after',
  title: 'After a month, quotes keep their state and documents',
  needs: [{ operator: 'advance_clock' }],
  exclusive: true,
  shows: [...SHOWN_AT_BIND, ...requirementsOfRows('ready_to_bind', 'issued', ...LASTING)],
  async drive(context) {
    const { clock, quotes, operator, api, facts } = context
    const [ready, issued, next] = await Promise.all([
      quotes.reach('ready_to_bind'),
      quotes.reach('issued'),
      quotes.reach('ready_to_bind'),
    ])
    const bothRows = () =>
      Promise.all([rowIn(context, ready, 'ready_to_bind'), rowIn(context, issued, 'issued')])
    // Downloaded once before: a cached copy may expire earlier than the document.
    await bothRows()
    const [inStates, reviewed] = await Promise.all([lastingIn(context, LASTING), reviewedIn(context)])
    const lasting = [...inStates.map(({ quote }) => quote), ...reviewed]
    const weekly = await weeklyEvents(context)
    const bound = await whileHeld(operator, 'issue', async () => {
      const quote = canHold(operator, 'issue') ? await quotes.reach('bound') : undefined
      if (quote !== undefined) await api.status(quote.id)
      // One day at a time: how far a clock may be moved at once is not stated.
      await weekly.make()
      for (let day = 1; day <= DAYS; day += 1) {
        await clock.sleep(DAY_MS)
        // Only on the first day: later the effective date may be past.
        if (day === 1 && (await quotes.settle(next.id)).state === 'ready_to_bind') await api.bind(next.id)
        if (day % WEEK_DAYS === 0) await weekly.make()
      }
      if (quote !== undefined) await api.status(quote.id)
      return quote
    })
    // The platform may issue them one after another, so each may take the time of both.
    const inIssue = bound ? [bound, next] : [next]
    await Promise.all(inIssue.map(({ id }) => quotes.issue(id, 2 * facts.timing.issue)))
    await Promise.all(lasting.map(({ id }) => api.status(id)))
    const rows = await Promise.all(inStates.map(({ state, quote }) => rowIn(context, quote, state)))
    const [approved, both] = await Promise.all([approveLate(context, inStates), bothRows()])
    return { downloads: [...rows, approved, ...both].flat() }
  },
  claims: openingClaims<Trace>(({ downloads }) => downloads),
})

/** Reads the documents of a quote that is still in its state; otherwise standing claims judge the transition. */
async function rowIn(
  context: PlatformContext,
  { id }: SubmittedQuote,
  state: QuoteState,
): Promise<readonly Download[]> {
  const seen = await context.quotes.settle(id)
  return seen.state === state ? downloadsIn(await readRow(context, id, state)) : []
}

/** Approves a review that began a month ago, and reads the documents of its quote. An operator may refuse that. */
async function approveLate(context: PlatformContext, all: readonly Lasting[]): Promise<readonly Download[]> {
  const { operator, quotes } = context
  const { quote } = all.find(({ state }) => state === 'underwriter_review') ?? {}
  if (quote === undefined || !operator.can('review_approve')) return []
  try {
    await operator.perform('review_approve', { quote_id: quote.id })
    await quotes.reviewed(quote.id)
  } catch (error) {
    unlessUnable(error)
    return []
  }
  return rowIn(context, quote, 'ready_to_bind')
}
