import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/draft.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Delivered } from '../../vocabulary/judge/processed.ts'
import { inLanes } from '../../vocabulary/pace.ts'
import type { Forgery } from './forgery.ts'

/** A forgery and its counterpart: the same delivery as it should be, seconds later and sent in the same way (R30). */
export interface Trial {
  readonly requirement: string
  readonly name: string
  /** The Event-ID of the counterpart. */
  readonly id: string
  readonly forged: Exchange
  readonly counterpart: Exchange
  /** The Event-ID in the forgery, where no right delivery bears it. */
  readonly orphan?: string
  /** The same forgery under an id that is never delivered rightly, so that processing it would show. */
  readonly lone?: { readonly id: string; readonly exchange: Exchange }
}

/** Tries each forgery: before it another event, rightly signed, after it the counterpart. */
export async function tryEach(context: ReceiverContext, all: readonly Forgery[]): Promise<readonly Trial[]> {
  const pace = await context.pace()
  const chosen = all.filter(({ variant }) => pace.quick || variant !== true)
  const other = context.draft('broker.added')
  await context.send(context.signed(other))
  return inLanes(
    pace,
    chosen,
    (forgery) => tryOne(context, forgery, other, pace.quick),
    ({ counterpart }) => isAccepted(counterpart),
  )
}

async function tryOne(
  context: ReceiverContext,
  { requirement, name, forge }: Forgery,
  other: Draft,
  quick: boolean,
): Promise<Trial> {
  const { draft, changed, signature, sign, send, sendGuarded, isSilent, signed, timestamp } = context
  const forgedOf = (one: Draft) => {
    const means = { sign, signature: signature(one), other: { ...other, signature: signature(other) } }
    const changes = forge(one, means)
    return { delivery: changed(one, changes), id: changes.id === undefined ? one.id : changes.id }
  }
  const event = draft('quote.created')
  const { delivery, id } = forgedOf(event)
  const forged = await sendGuarded(delivery)
  const counterpart = await send(signed({ ...event, timestamp: timestamp() }))
  const trial = {
    ...{ requirement, name, id: event.id, forged, counterpart },
    ...(id !== event.id && typeof id === 'string' && id !== '' && { orphan: id }),
  }
  if (!quick || trial.orphan !== undefined || (await isSilent())) return trial
  const lone = draft('quote.created')
  const exchange = await sendGuarded(forgedOf(lone).delivery)
  return { ...trial, lone: { id: lone.id, exchange } }
}

/** Events that were delivered rightly after a forgery. */
export const counterpartsOf = (trials: readonly Trial[]): readonly Delivered[] =>
  trials.map(({ id, counterpart, forged }) => ({ id, exchanges: [forged, counterpart] }))

/** Ids under which nothing but forgeries came. */
export const forgedOnly = (trials: readonly Trial[]): readonly Delivered[] =>
  trials.flatMap(({ orphan, forged, lone }) => [
    ...(orphan === undefined ? [] : [{ id: orphan, exchanges: [forged] }]),
    ...(lone === undefined ? [] : [{ id: lone.id, exchanges: [lone.exchange] }]),
  ])
