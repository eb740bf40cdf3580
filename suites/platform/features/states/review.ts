import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf, stateOf } from '../../vocabulary/quotes/record.ts'

interface Trace {
  readonly reviewed: PolledState
  /** The quote some time later. */
  readonly afterwards: PolledState
  /** The end of the review of a quote with a raised retention, if it came under review. */
  readonly raised?: PolledState
  /** An older and a newer quote under review, read right before the review of the quote and afterwards. */
  readonly others: readonly { readonly before: Exchange; readonly after: Exchange }[]
}

/** Checks that a manual review ends in ready_to_bind or declined (3.transitions). */
export const reviews: readonly PlatformScenario[] = (
  [
    ['review_approve', 'ready_to_bind'],
    ['review_decline', 'declined'],
  ] as const
).map(([action, end]) =>
  scenario<Trace>({
    id: `states/${action.replace('_', '-')}`,
    title: `A manual review ends with the quote in ${end}`,
    needs: [{ outcome: 'underwriter_review' }, { operator: action }],
    // Alone, since other scenarios end reviews too, which would look like a side effect of this one.
    exclusive: true,
    shows: end === 'ready_to_bind' ? ['bind-in-ready-to-bind'] : [],
    async drive(context) {
      const { api, quotes } = context
      const first = await reviewedBeside(context, action)
      // A person may have reviewed one of the others at that moment, but hardly twice.
      const isTaken = first.others.some(({ after }) => stateOf(after) === end)
      const { others } = isTaken ? await reviewedBeside(context, action) : first
      const { quote, reviewed } = first
      const afterwards = await quotes.stays(quote.id)
      if (end === 'declined') await approvedTooLate(context, quote.id)
      const raised = await reviewedRaised(context, action)
      if (end === 'ready_to_bind') {
        await api.bind(quote.id)
        await api.status(quote.id)
      }
      return { reviewed, afterwards, others, ...(raised && { raised }) }
    },
    claims: [
      claim(`transition-underwriter-review-to-${end.replaceAll('_', '-')}`, (trace) => endsIn(trace, end)),
      claim(
        `transition-underwriter-review-to-${end.replaceAll('_', '-')}`,
        ({ others }) => areUnchanged(others, end),
        'by its own review alone',
      ),
    ],
  }),
)

/** Ends the review of a quote, and reads an older and a newer quote under review right before and afterwards. */
async function reviewedBeside(
  { api, quotes, operator }: PlatformContext,
  action: 'review_approve' | 'review_decline',
) {
  const older = await quotes.reach('underwriter_review')
  const quote = await quotes.reach('underwriter_review')
  const newer = await quotes.reach('underwriter_review')
  const before = [await api.status(older.id), await api.status(newer.id)] as const
  await operator.perform(action, { quote_id: quote.id })
  const reviewed = await quotes.reviewed(quote.id)
  const others = [
    { before: before[0], after: await api.status(older.id) },
    { before: before[1], after: await api.status(newer.id) },
  ]
  return { quote, reviewed, others }
}

/** Tries to approve a declined quote. Standing claims judge that it stays declined (R11). */
async function approvedTooLate({ operator, quotes }: PlatformContext, id: string): Promise<void> {
  if (!operator.can('review_approve')) return
  await tryAction(operator, 'review_approve', { quote_id: id })
  await quotes.stays(id)
}

/** Brings a quote with a retention below the minimum under review, and ends the review. */
async function reviewedRaised(
  { api, quotes, operator, facts }: PlatformContext,
  action: 'review_approve' | 'review_decline',
): Promise<PolledState | undefined> {
  if (!isPromised(facts, 'retention_raised')) return undefined
  const { retention } = quotes.submission('retention_raised')
  const id = quoteIdOf(await api.submit({ ...quotes.submission('underwriter_review'), retention }))
  // Such a submission may also lead to another state.
  if (id === undefined || (await quotes.settle(id)).state !== 'underwriter_review') return undefined
  await operator.perform(action, { quote_id: id })
  return quotes.reviewed(id)
}

function endsIn({ reviewed, afterwards, raised }: Trace, end: string): Verdict {
  for (const { last, state } of [reviewed, afterwards, ...(raised ? [raised] : [])]) {
    if (last.answer === undefined)
      return cutOff(`the status after the review could not be read: ${outcomeOf(last)}`)
    if (state !== end) return failed(finding(last, end, state ?? outcomeOf(last), '/data/quote_status'))
  }
  return passed()
}

/** Judges that the review of one quote did not end the reviews of others. */
function areUnchanged(others: Trace['others'], end: string): Verdict {
  const waiting = others.filter(
    ({ before, after }) => stateOf(before) === 'underwriter_review' && stateOf(after) !== undefined,
  )
  if (waiting.length === 0) return cannotTell('no other quote was under review')
  return all(
    waiting.map(({ after }) =>
      stateOf(after) === end
        ? failed(
            finding(after, 'underwriter_review, since another quote was reviewed', end, '/data/quote_status'),
          )
        : passed(),
    ),
  )
}
