import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import { all, cannotTell, unlessUnable } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import { canHold, whileHeld } from '../../vocabulary/operator/hold.ts'
import { endsIssued } from '../../vocabulary/quotes/ends-issued.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { staysIn } from '../../vocabulary/quotes/same-state.ts'
import { lastingIn } from './lasting.ts'

interface Trace {
  /** A quote that is ready to bind and whose review was refused: some time afterwards, and its bind. */
  readonly ready?: { readonly before: Exchange; readonly later: PolledState; readonly bind: Bind }
  /** A quote whose review was refused while its issue was held. */
  readonly bound?: Bind
  /** A failed quote whose review was refused. */
  readonly failed?: { readonly before: Exchange; readonly later: PolledState }
}

interface Bind {
  readonly answer: Exchange
  readonly issuing: PolledState
}

const REVIEWS = ['review_decline', 'review_approve'] as const

const NONE_REFUSED = cannotTell('no review of a quote that awaits none was refused')

/**
 * Checks that a refused review of a quote that awaits none is not carried out later (3.transitions). A review that was not refused
 * decides nothing: the profile's operator action may bypass the portal.
 */
export const refusedReviews: PlatformScenario = scenario<Trace>({
  id: 'states/refused-reviews',
  title: 'A review that was refused is not carried out later',
  needs: [{ operator: 'review_decline' }],
  exclusive: true,
  exempt: ['states-follow-the-table', 'declined-is-terminal', 'failed-is-terminal'],
  async drive(context) {
    const [lost] = await lastingIn(context, ['failed'])
    const ready = await readyQuote(context)
    const bound = await boundQuote(context).catch(unlessUnable)
    const failedOne = lost && (await watched(context, lost.quote.id, REVIEWS))
    return { ...(ready && { ready }), ...(bound && { bound }), ...(failedOne && { failed: failedOne }) }
  },
  claims: [
    claim('bind-in-ready-to-bind', ({ ready }) => {
      if (ready === undefined) return NONE_REFUSED
      const stays = staysIn(ready.before, ready.later)
      return stays.kind === 'passed' ? statusIs(ready.bind.answer, 202) : stays
    }),
    claim('transition-bound-to-issued', ({ ready, bound }) => {
      const binds = [...(ready ? [ready.bind] : []), ...(bound ? [bound] : [])]
      const accepted = binds.filter(({ answer }) => succeeded(answer))
      return accepted.length === 0
        ? NONE_REFUSED
        : all(accepted.map(({ answer, issuing }) => endsIssued(answer, issuing)))
    }),
    claim('failed-is-terminal', ({ failed: lost }) =>
      lost === undefined
        ? cannotTell('no review of a quote that failed was refused', 'outcomes.failed')
        : staysIn(lost.before, lost.later),
    ),
  ],
})

async function readyQuote(context: PlatformContext): Promise<Trace['ready']> {
  const { api, quotes } = context
  const { id } = await quotes.reach('ready_to_bind')
  const seen = await watched(context, id, ['review_decline'])
  if (seen === undefined) return undefined
  const answer = await api.bind(id)
  return { ...seen, bind: { answer, issuing: await quotes.issue(id) } }
}

/** Tries to decline a quote while its issue is held. */
async function boundQuote({ api, quotes, operator, facts }: PlatformContext): Promise<Trace['bound']> {
  if (!canHold(operator, 'issue')) return undefined
  const { id } = await quotes.reach('ready_to_bind')
  const answer = await whileHeld(operator, 'issue', async () => {
    const bind = await api.bind(id)
    if (!succeeded(bind)) return undefined
    const { state } = await quotes.follow(id, (seen) => seen === 'bound', facts.timing.issue)
    return state === 'bound' && (await areRefused({ operator }, id, ['review_decline'])) ? bind : undefined
  })
  return answer && { answer, issuing: await quotes.issue(id) }
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
