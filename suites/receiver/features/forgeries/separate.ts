import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import type { Delivered } from '../../vocabulary/effects/processed.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { makingOf, type Planned } from './planned.ts'

/** Deliveries without a forgery before them. They show whether a forgery was the cause where its counterpart was refused. */
export interface Unforged {
  /** The same delivery as the counterpart, under a new Event-ID. */
  readonly unforged?: Exchange
  /** The plainest event, where that was refused, too. */
  readonly plain?: Exchange
}

/** @param another makes the same delivery as the counterpart, under a new Event-ID */
export async function unforgedOnes(
  { send, signed, draft }: ReceiverContext,
  counterpart: Exchange,
  another: () => Delivery,
): Promise<Unforged> {
  if (counterpart.answer === undefined || isAccepted(counterpart)) return {}
  const unforged = await send(another())
  return isAccepted(unforged) ? { unforged } : { unforged, plain: await send(signed(draft('quote.created'))) }
}

/** Events of a trial whose event was accepted and lost, sent by themselves: one after such a forgery, and one without. */
export interface Separated {
  readonly forged: Delivered
  readonly unforged: Delivered
}

/** Sends the deliveries of a trial again, under new Event-IDs and one at a time. */
export async function separate(context: ReceiverContext, one: Planned, other: Draft): Promise<Separated> {
  const { send, sendGuarded, signed, timestamp } = context
  const { drafted, forgedOf, sending } = makingOf(context, one, other)
  const right = async (draft: Draft): Promise<Delivered> => ({
    id: draft.id,
    exchanges: [await send(signed({ ...draft, timestamp: timestamp() }, sending))],
  })
  const unforged = await right(drafted())
  const event = drafted()
  const { delivery } = forgedOf(event)
  // As in its trial, where the receiver got the forgery twice.
  for (let times = 0; times < 2; times += 1) await sendGuarded(delivery)
  return { forged: await right(event), unforged }
}
