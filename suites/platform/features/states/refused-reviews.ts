import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import { cannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { SHOWN_AT_BIND } from '../../vocabulary/documents/bind-and-issue.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import { canHold, whileHeld } from '../../vocabulary/operator/hold.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { staysIn } from '../../vocabulary/quotes/same-state.ts'
import { lastingIn } from './lasting.ts'

interface Trace {
  /** A failed quote whose review was refused: right before, and some time afterwards. */
  readonly failed?: { readonly before: Exchange; readonly later: PolledState }
}

const REVIEWS = ['review_decline', 'review_approve'] as const

/**
 * Binds quotes after a refused review of them. Statements judge that it is not carried out later (3.transitions). A review that was not
 * refused decides nothing: the profile's operator action may bypass the portal.
 */
export const refusedReviews: PlatformScenario = scenario<Trace>({
  id: 'states/refused-reviews',
  title: 'A review that was refused is not carried out later',
  needs: [{ operator: 'review_decline' }],
  exclusive: true,
  exempt: ['states-follow-the-table', 'declined-is-terminal', 'failed-is-terminal'],
  shows: SHOWN_AT_BIND,
  async drive(context) {
    const [lost] = await lastingIn(context, ['failed'])
    await bindReadyQuote(context)
    await declineBoundQuote(context).catch(unlessUnable)
    const failedOne = lost && (await watched(context, lost.quote.id, REVIEWS))
    return { ...(failedOne && { failed: failedOne }) }
  },
  claims: [
    claim('failed-is-terminal', ({ failed: lost }) =>
      lost === undefined
        ? cannotTell('no review of a quote that failed was refused', 'outcomes.failed')
        : staysIn(lost.before, lost.later),
    ),
  ],
})

async function bindReadyQuote(context: PlatformContext): Promise<void> {
  const { api, quotes } = context
  const { id } = await quotes.reach('ready_to_bind')
  if ((await watched(context, id, ['review_decline'])) === undefined) return
  await api.bind(id)
  await quotes.issue(id)
}

/** Tries to decline a quote while its issue is held. */
async function declineBoundQuote({ api, quotes, operator, facts }: PlatformContext): Promise<void> {
  if (!canHold(operator, 'issue')) return
  const { id } = await quotes.reach('ready_to_bind')
  await whileHeld(operator, 'issue', async () => {
    await api.bind(id)
    const { state } = await quotes.follow(id, (seen) => seen === 'bound', facts.timing.issue)
    if (state === 'bound') await areRefused({ operator }, id, ['review_decline'])
  })
  await quotes.issue(id)
}

/** Watches a quote whose reviews were refused; undefined where one of them was carried out. */
async function watched(context: PlatformContext, id: string, actions: readonly OperatorAction[]) {
  const before = await context.api.status(id)
  if (!(await areRefused(context, id, actions))) return undefined
  return { before, later: await context.quotes.stays(id) }
}

async function areRefused(
  { operator }: Pick<PlatformContext, 'operator'>,
  id: string,
  actions: readonly OperatorAction[],
): Promise<boolean> {
  for (const action of actions.filter((one) => operator.can(one)))
    if ((await tryAction(operator, action, { quote_id: id })).step.kind !== 'refused') return false
  return true
}
