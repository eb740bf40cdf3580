import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

type Action = 'update' | 'bind'

/** Two quotes under review; the later one got a request. */
interface Pair {
  readonly asked: PolledState
  /** State of the earlier one, which got no request, after the last read of the other. */
  readonly other: string | undefined
}

/** Most pairs: a reviewer may take the later quote first by chance, but hardly that often. */
const PAIRS = 6

const REVIEW = 'underwriter_review'

/** Checks that only a reviewer ends a review, and no request (3.transitions, R14, R16). */
export const lastingReviews: readonly PlatformScenario[] = (['update', 'bind'] as const).map((action) =>
  scenario<readonly Pair[]>({
    id: `states/review-outlasts-${action}`,
    title: `A quote that got a request for ${action} stays under review as long as a quote without requests`,
    needs: [{ outcome: REVIEW }],
    async drive(context) {
      const pairs: Pair[] = []
      do pairs.push(await pairOf(context, action))
      while (pairs.every(onlyLaterEnded) && pairs.length < PAIRS)
      return pairs
    },
    claims: [claim(`${action}-keeps-underwriter-review`, judge, 'beside a quote without requests')],
  }),
)

async function pairOf(context: PlatformContext, action: Action): Promise<Pair> {
  const { api, quotes } = context
  const other = await quotes.reach(REVIEW)
  const quote = await quotes.reach(REVIEW)
  await (action === 'bind' ? api.bind(quote.id) : api.update(quote.id, updatesFor(quote).insured_contact))
  const asked = await quotes.stays(quote.id)
  return { asked, other: stateOf(await api.status(other.id)) }
}

/** True when only the review of the later quote has ended. */
const onlyLaterEnded = ({ asked, other }: Pair): boolean =>
  asked.state !== undefined && asked.state !== REVIEW && other === REVIEW

function judge(pairs: readonly Pair[]): Verdict {
  const last = pairs.at(-1)
  if (last === undefined || last.asked.state === undefined)
    return cutOff('the state afterwards could not be read')
  if (pairs.every(onlyLaterEnded))
    return failed(
      finding(
        last.asked.last,
        `${REVIEW}, as another quote that is older`,
        `${last.asked.state}, ${PAIRS} times out of ${PAIRS}`,
        '/data/quote_status',
      ),
    )
  return last.asked.state === REVIEW ? passed() : cannotTell('reviews end by themselves here')
}
