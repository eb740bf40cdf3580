import type { Exchange } from '../../../../conformance/exchange.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/draft.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Delivered } from '../../vocabulary/judge/processed.ts'
import { deliverOne, driveEach, eventsOf } from '../../vocabulary/send.ts'
import type { Forgery } from './forgery.ts'

/** A forgery and its counterpart: the same delivery as it should be, seconds later and sent in the same way (R30). */
export interface Trial {
  readonly requirement: string
  readonly name: string
  /** The Event-ID of the counterpart. */
  readonly id: string
  readonly forged: Exchange
  /** The forgery sent once more: its Event-ID was there before, and was never signed. */
  readonly again?: Exchange
  readonly counterpart: Exchange
  /** The counterpart itself, forged in the same way after it was accepted: what verified once verifies no other delivery. */
  readonly afterwards?: Exchange
  /** The Event-ID in the forgery, where no right delivery bears it. */
  readonly orphan?: string
  /** The same forgery under an id that is never delivered rightly, so that processing it would show. */
  readonly lone?: { readonly id: string; readonly exchange: Exchange }
  /** The counterpart need not be accepted. */
  readonly isOpen?: boolean
  /** The counterpart is an event of the contract: once it is accepted it must be processed, open or not. */
  readonly isOwed?: boolean
}

interface Planned {
  readonly forgery: Forgery
  readonly type: EventType
  readonly variant: boolean
  /** Also sent a second time, and under an id of its own. */
  readonly isThorough: boolean
}

/** Tries each forgery of each event: before them another event, rightly signed, after each its counterpart. */
export async function tryEach(
  context: ReceiverContext,
  what: string,
  all: readonly Forgery[],
): Promise<readonly Trial[]> {
  const other = await another(context)
  const types = eventsOf(context.spec).map(({ type }) => type)
  return driveEach(
    context,
    what,
    planned(all, types),
    (one) => tryOne(context, one, other),
    ({ counterpart, isOpen }) => isOpen === true || isAccepted(counterpart),
  )
}

/** An event that was delivered rightly, whose parts forgeries of others borrow. */
export function another(context: ReceiverContext): Promise<Draft> {
  const { once, draft, signed } = context
  return once('an event whose parts others borrow', async () => {
    const one = draft('quote.created')
    await deliverOne(context, () => signed(one))
    return one
  })
}

/** The most telling first: each requirement once, then once for each event, then all else. */
function planned(all: readonly Forgery[], types: readonly EventType[]): readonly Planned[] {
  const every = all.flatMap((forgery, index) => {
    // A forgery with an event of its own is tried with that one alone.
    const own = forgery.draft === undefined ? types : types.slice(0, 1)
    return own.map((_, turn) => ({
      forgery,
      type: types[(index + turn) % types.length] ?? 'quote.created',
      variant: forgery.variant === true || turn > 0,
      isThorough: forgery.variant !== true || turn === 0,
      rank: (forgery.variant === true ? 2 : 0) + (turn > 0 ? 1 : 0),
    }))
  })
  return every.toSorted((one, another) => one.rank - another.rank)
}

async function tryOne(
  context: ReceiverContext,
  { forgery, type, isThorough }: Planned,
  other: Draft,
): Promise<Trial> {
  const { requirement, name, forge, draft: made, framing, isOpen } = forgery
  const { draft, changed, signature, sign, send, sendGuarded, isSilent, signed, timestamp, canary } = context
  const sending = framing === undefined ? {} : { framing }
  const forgedOf = (one: Draft) => {
    const means = {
      sign,
      canary,
      signature: signature(one),
      other: { ...other, signature: signature(other) },
    }
    const changes = forge(one, means)
    return { delivery: changed(one, changes, sending), id: changes.id === undefined ? one.id : changes.id }
  }
  const drafted = () => made?.(context) ?? draft(type)
  const event = drafted()
  const { delivery, id } = forgedOf(event)
  const time = await context.time()
  const mayRepeat = async () => isThorough && time.has('variantsMs') && !(await isSilent())
  const forged = await sendGuarded(delivery)
  const again = (await mayRepeat()) ? await sendGuarded(delivery) : undefined
  const later = { ...event, timestamp: timestamp() }
  const right = signed(later, sending)
  const counterpart = await (isOpen === true ? sendGuarded(right) : send(right))
  const replay = forgedOf(later)
  const afterwards = (await mayRepeat()) ? await sendGuarded(replay.delivery) : undefined
  const trial = {
    ...{ requirement, name: `${name}, ${type}`, id: event.id, forged, counterpart },
    ...(again !== undefined && { again }),
    ...(afterwards !== undefined && { afterwards }),
    ...(isOpen === true && { isOpen }),
    ...(id !== event.id && typeof id === 'string' && id !== '' && { orphan: id }),
  }
  if (trial.orphan !== undefined || !(await mayRepeat())) return trial
  const lone = drafted()
  const exchange = await sendGuarded(forgedOf(lone).delivery)
  return { ...trial, lone: { id: lone.id, exchange } }
}

/** Returns the forged deliveries of a trial. */
export const forgeriesOf = ({ forged, again, afterwards, lone }: Trial): readonly Exchange[] => [
  forged,
  ...(afterwards === undefined ? [] : [afterwards]),
  ...(again === undefined ? [] : [again]),
  ...(lone === undefined ? [] : [lone.exchange]),
]

/** Events that were delivered rightly after a forgery. */
export const counterpartsOf = (trials: readonly Trial[]): readonly Delivered[] =>
  trials
    .filter(({ isOpen }) => isOpen !== true)
    .map(({ id, counterpart, forged }) => ({ id, exchanges: [forged, counterpart] }))

/** Ids that were accepted and have to be processed; waiting for others might be in vain. */
export const owedOf = (trials: readonly Trial[]): readonly string[] =>
  trials
    .filter(({ counterpart, isOpen, isOwed }) => (isOwed ?? isOpen !== true) && isAccepted(counterpart))
    .map(({ id }) => id)

/** Ids under which nothing but forgeries came. */
export const forgedOnly = (trials: readonly Trial[]): readonly Delivered[] =>
  trials.flatMap(({ orphan, forged, lone }) => [
    ...(orphan === undefined ? [] : [{ id: orphan, exchanges: [forged] }]),
    ...(lone === undefined ? [] : [{ id: lone.id, exchanges: [lone.exchange] }]),
  ])
