import type { Exchange } from '../../../conformance/exchange.ts'
import type { EventFacts } from '../../../spec/delivery.ts'
import type { Spec } from '../../../spec/spec.ts'
import { isSince } from '../../../spec/versions.ts'
import type { ReceiverContext } from './context.ts'
import type { Draft } from './draft.ts'
import { isAccepted } from './judge/answer.ts'
import { inLanes } from './pace.ts'

/** A right delivery with a name of its own in its scenario. */
export interface Named {
  readonly name: string
  readonly draft: Draft
  /** Only strengthens what others show: left out where a receiver is slow. */
  readonly variant?: boolean
}

/** What became of it. */
export interface Answered {
  readonly name: string
  readonly id: string
  readonly exchange: Exchange
}

/** Delivers drafts, rightly signed, one after the other or as the receiver's pace allows. */
export async function deliverEach(
  { pace: paced, signed, send }: ReceiverContext,
  drafts: readonly Named[],
): Promise<readonly Answered[]> {
  const pace = await paced()
  const chosen = drafts.filter(({ variant }) => pace.quick || variant !== true)
  const one = async ({ name, draft }: Named): Promise<Answered> => ({
    name,
    id: draft.id,
    exchange: await send(signed(draft)),
  })
  return inLanes(pace, chosen, one, ({ exchange }) => isAccepted(exchange))
}

/** Ids that were accepted. */
export const acceptedIds = (answered: readonly Answered[]): readonly string[] =>
  answered.filter(({ exchange }) => isAccepted(exchange)).map(({ id }) => id)

/** Events by their ids, each with the exchanges under it. */
export function byId(answered: readonly Answered[]) {
  return [...Map.groupBy(answered, ({ id }) => id)].map(([id, all]) => ({
    id,
    exchanges: all.map(({ exchange }) => exchange),
  }))
}

/** The events that the judged version has. */
export function eventsOf({ delivery, versions, version }: Spec): readonly EventFacts[] {
  return delivery.events.filter(({ since }) => since === undefined || isSince(versions, version, since))
}
