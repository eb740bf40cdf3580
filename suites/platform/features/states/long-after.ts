import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { finding, statusIs } from '../../vocabulary/judge/answer.ts'
import { canHold, whileHeld } from '../../vocabulary/operator/hold.ts'
import { endsIssued } from '../../vocabulary/quotes/ends-issued.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { type Lasting, lastingIn, reviewedIn } from './lasting.ts'
import { weeklyClaims, weeklyEvents } from './weekly.ts'

const DAY_MS = 24 * 3_600_000
/** Longer than the usual lifetime of caches, sessions and offers. */
const DAYS = 31
const WEEK_DAYS = 7

const NOT_READY = cannotTell('the quote was ready to bind no longer')

interface Trace {
  /** The documents of quotes that are still in their states, and of one whose review was approved after all that time. */
  readonly downloads: readonly Download[]
  /** The bind of another quote that was still ready a day later, and the issue of its policy. */
  readonly late?: { readonly bind: Exchange; readonly issuing: PolledState }
  /** A quote that was held in `bound` all the time, after the release; absent without a hold. */
  readonly released?: PolledState
  /** Deliveries of events that arose a week apart. */
  readonly weekly: readonly Arrival[]
}

/** Further states that last. Standing claims judge any changes of them by the transition table (R10). */
const LASTING: readonly QuoteState[] = ['approved_rate', 'underwriter_review', 'failed']

/** Checks quotes and documents a month later, on a moved clock. Standing claims judge the states themselves. */
export const longAfter = (spec: Spec): PlatformScenario =>
  scenario<Trace>({
    id: 'states/long-after',
    title: 'After a month, quotes keep their state and documents',
    needs: [{ operator: 'advance_clock' }],
    exclusive: true,
    shows: requirementsOfRows('ready_to_bind', 'issued', ...LASTING),
    async drive(context) {
      const { clock, quotes, operator, api } = context
      const [ready, issued] = [await quotes.reach('ready_to_bind'), await quotes.reach('issued')]
      // Downloaded once before: a cached copy may expire earlier than the document.
      await rowIn(context, ready, 'ready_to_bind')
      await rowIn(context, issued, 'issued')
      const next = await quotes.reach('ready_to_bind')
      const inStates = await lastingIn(context, LASTING)
      const lasting = [...inStates.map(({ quote }) => quote), ...(await reviewedIn(context))]
      let late: Exchange | undefined
      const weekly = await weeklyEvents(context)
      const bound = await whileHeld(operator, 'issue', async () => {
        const quote = canHold(operator, 'issue') ? await quotes.reach('bound') : undefined
        if (quote !== undefined) await api.status(quote.id)
        // One day at a time: how far a clock may be moved at once is not stated.
        await weekly.make()
        for (let day = 1; day <= DAYS; day += 1) {
          await clock.sleep(DAY_MS)
          // Only on the first day: later the effective date may be past.
          if (day === 1 && (await quotes.settle(next.id)).state === 'ready_to_bind')
            late = await api.bind(next.id)
          if (day % WEEK_DAYS === 0) await weekly.make()
        }
        if (quote !== undefined) await api.status(quote.id)
        return quote
      })
      const released = bound && (await quotes.issue(bound.id))
      for (const { id } of lasting) await api.status(id)
      const downloads: Download[] = []
      for (const { state, quote } of inStates) downloads.push(...(await rowIn(context, quote, state)))
      downloads.push(...(await approveLate(context, inStates)))
      downloads.push(...(await rowIn(context, ready, 'ready_to_bind')))
      downloads.push(...(await rowIn(context, issued, 'issued')))
      return {
        downloads,
        ...(released && { released }),
        ...(late && { late: { bind: late, issuing: await quotes.issue(next.id) } }),
        weekly: weekly.arrivals(),
      }
    },
    claims: [
      claim('transition-bound-to-issued', ({ released }) => isIssued(released)),
      // No expiry of a ready quote is stated.
      claim(
        'bind-in-ready-to-bind',
        ({ late }) => (late ? statusIs(late.bind, 202) : NOT_READY),
        'a day later',
      ),
      claim(
        'transition-bound-to-issued',
        ({ late }) => (late ? endsIssued(late.bind, late.issuing) : NOT_READY),
        'a day later',
      ),
      ...openingClaims<Trace>(({ downloads }) => downloads),
      ...weeklyClaims<Trace>(spec, ({ weekly }) => weekly),
    ],
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

function isIssued(released: PolledState | undefined): Verdict {
  if (released === undefined) return cannotTell('no quote was held', 'operator.hold_issue')
  const { state, last } = released
  // The credentials may have expired: the lifetime of keys and secrets is not stated.
  if (state === undefined) return cannotTell(`the quote could not be read: ${outcomeOf(last)}`)
  return state === 'issued'
    ? passed()
    : failed(finding(last, 'issued once issuing goes on', state, '/data/quote_status'))
}
