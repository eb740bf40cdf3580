import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Draft, Sending } from '../../vocabulary/drafts/draft.ts'
import type { Forged, Forgery } from './forgery.ts'

/** A forgery that is tried with one event. */
export interface Planned {
  readonly forgery: Forgery
  readonly type: EventType
  readonly variant: boolean
  /** True where the forgery is also sent a second time, and under an id of its own. */
  readonly isThorough: boolean
}

/** The name of its trial, unique in a family. */
export const trialName = ({ forgery, type }: Pick<Planned, 'forgery' | 'type'>): string =>
  `${forgery.name}, ${type}`

/** Plans the most informative trials first: each requirement once, then once for each event, then all others. */
export function planned(all: readonly Forgery[], types: readonly EventType[]): readonly Planned[] {
  const every = all.flatMap((forgery, index) => {
    // A forgery that brings its own event is tried with that event only, and a brief one with one of each in turn.
    const own = forgery.draft === undefined && forgery.isBrief !== true ? types : types.slice(0, 1)
    return own.map((_, turn) => ({
      forgery,
      type: types[(index + turn) % types.length] ?? 'quote.created',
      variant: forgery.variant === true || turn > 0,
      isThorough: forgery.isBrief !== true && (forgery.variant !== true || turn === 0),
      rank: (forgery.variant === true ? 2 : 0) + (turn > 0 ? 1 : 0),
    }))
  })
  return every.toSorted((one, another) => one.rank - another.rank)
}

/** Makes the deliveries of a planned forgery. @param other an event that was validly delivered */
export function makingOf(context: ReceiverContext, { forgery, type }: Planned, other: Draft) {
  const { sign, canary, signature, changed } = context
  const sending: Sending = forgery.framing === undefined ? {} : { framing: forgery.framing }
  return {
    sending,
    drafted: (): Forged => forgery.draft?.(context) ?? context.draft(type),
    forgedOf(one: Forged) {
      const inputs = {
        sign,
        canary,
        signature: signature(one),
        other: { ...other, signature: signature(other) },
      }
      const changes = forgery.forge(one, inputs)
      return { delivery: changed(one, changes, sending), id: changes.id === undefined ? one.id : changes.id }
    },
  }
}
