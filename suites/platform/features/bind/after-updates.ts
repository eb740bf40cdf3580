import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** An update between two reads of the state. */
export interface UpdateBetweenReads {
  readonly before: Exchange
  readonly answer: Exchange
  readonly after: Exchange
}

/** Updates of a quote in turn, and its bind between two reads. */
export interface Changed {
  readonly updates: readonly UpdateBetweenReads[]
  readonly bind: UpdateBetweenReads
}

interface Trace {
  /** A quote that was updated several times in turn. */
  readonly often: Changed
  /** A quote that got several updates at the same moment, and one more afterwards. */
  readonly together: Changed
}

/** How many updates a quote gets in turn: more than a platform may rightly expect. */
const OFTEN = 6
/** How many updates of a quote are sent at the same moment. */
const TOGETHER = 3

/** Checks that a quote can be updated as often as its partner likes, and bound afterwards (4.rule.3, 4.rule.4, R13, R15). */
export const bindAfterUpdates: PlatformScenario = scenario<Trace>({
  id: 'bind/after-several-updates',
  title: 'A quote can be changed again and again, and bound afterwards',
  async drive(context) {
    return { often: await changedOften(context), together: await changedTogether(context) }
  },
  claims: (['often', 'together'] as const).flatMap((way) => {
    const when = way === 'often' ? 'after several updates' : 'after updates at the same moment'
    return [
      claim<Trace>('update-in-ready-to-bind', ({ [way]: seen }) => eachTaken(seen.updates), when),
      claim<Trace>('update-leaves-quote-bindable', ({ [way]: seen }) => isBindable(seen), when),
    ]
  }),
})

async function changedOften(context: PlatformContext): Promise<Changed> {
  const quote = await context.quotes.reach('ready_to_bind')
  const updates: UpdateBetweenReads[] = []
  for (let count = 0; count < OFTEN; count += 1) updates.push(await updated(context, quote))
  return { updates, bind: await bound(context, quote) }
}

async function changedTogether(context: PlatformContext): Promise<Changed> {
  const { api, quotes } = context
  const quote = await quotes.reach('ready_to_bind')
  const body = updatesFor(quote).insured_contact
  // A platform may refuse all but one of them, so that their answers decide nothing.
  await Promise.all(Array.from({ length: TOGETHER }, () => api.update(quote.id, body)))
  await quotes.stays(quote.id)
  return { updates: [await updated(context, quote)], bind: await bound(context, quote) }
}

async function updated({ api, quotes }: PlatformContext, quote: SubmittedQuote): Promise<UpdateBetweenReads> {
  const { last: before } = await quotes.settle(quote.id)
  const answer = await api.update(quote.id, updatesFor(quote).insured_contact)
  // A queued re-rating may begin a moment after the answer, so the suite waits until it has ended.
  const { reads, last } = await quotes.stays(quote.id)
  return { before, answer, after: reads[0] ?? last }
}

async function bound({ api, quotes }: PlatformContext, { id }: SubmittedQuote): Promise<UpdateBetweenReads> {
  const { last: before } = await quotes.settle(id)
  const answer = await api.bind(id)
  return { before, answer, after: await api.status(id) }
}

/** Says whether a request was refused though the quote was ready to bind before it and after it. */
const wasReady = ({ before, answer, after }: UpdateBetweenReads): boolean =>
  stateOf(before) === 'ready_to_bind' && (succeeded(answer) || stateOf(after) === 'ready_to_bind')

/** Judges that updates of a ready quote are accepted. A quote that was rated anew meanwhile may refuse one (R10, R14). */
export function eachTaken(updates: readonly UpdateBetweenReads[]): Verdict {
  const ready = updates.filter(wasReady)
  return ready.length === 0
    ? cannotTell('the quote was no longer ready to bind')
    : all(ready.map(({ answer }) => statusClassIs(answer, 2)))
}

/** Judges that a quote can be bound after its updates, if it is ready again. */
export function isBindable({ updates, bind }: Changed): Verdict {
  if (!updates.some(({ answer }) => succeeded(answer))) return cannotTell('the quote was not updated')
  return wasReady(bind) ? statusIs(bind.answer, 202) : cannotTell('the quote was no longer ready to bind')
}
