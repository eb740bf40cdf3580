import type { Exchange } from '../../../../conformance/exchange.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { deliverOne, driveEach, eventTypesOf } from '../../vocabulary/driving/send.ts'
import type { Delivered } from '../../vocabulary/effects/processed.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Outage } from '../../vocabulary/pace/outages.ts'
import type { Forgery } from './forgery.ts'
import { makingOf, type Planned, planned, trialName } from './planned.ts'
import { type Separated, separate, type Unforged, unforgedOnes } from './separate.ts'

/** A forgery and its counterpart: the valid delivery of the same event, sent seconds later in the same way (R30). */
export interface Trial extends Unforged {
  readonly requirement: string
  readonly name: string
  /** The Event-ID of the counterpart. */
  readonly id: string
  readonly forged: Exchange
  /** The forgery sent a second time: the receiver has seen its Event-ID by then, but never with a valid signature. */
  readonly again?: Exchange
  readonly counterpart: Exchange
  /** The accepted counterpart, forged in the same way afterwards: a cached verification must not let another delivery pass. */
  readonly afterwards?: Exchange
  /** The Event-ID in the forgery, where no valid delivery has that id. */
  readonly orphan?: string
  /** The same forgery under an id that no valid delivery has, so that processing it would show. */
  readonly lone?: { readonly id: string; readonly exchange: Exchange }
  /** The times that the receiver was gone, each right after one of these forgeries. */
  readonly outages?: readonly Outage[]
  /** True where the counterpart need not be accepted. */
  readonly isOpen?: boolean
  /** True where the counterpart is an event of the contract. Once accepted it must be processed, even if `isOpen`. */
  readonly isOwed?: boolean
}

/** After so many outages no forgery is sent several times: each costs a start of the receiver. */
const OUTAGES = 3

/** Tries each forgery with each event. Another valid event is sent first, and its counterpart follows each forgery. */
export async function tryEach(
  context: ReceiverContext,
  what: string,
  all: readonly Forgery[],
): Promise<readonly Trial[]> {
  const other = await otherEvent(context)
  const types = eventTypesOf(context.spec).map(({ type }) => type)
  return driveEach(
    context,
    what,
    planned(all, types),
    (one) => tryOne(context, one, other),
    // A trial that stopped the receiver has shown what it can.
    ({ counterpart, isOpen, outages }) => isOpen === true || outages !== undefined || isAccepted(counterpart),
  )
}

/** An event that was validly delivered. Forgeries of other events use its parts. */
export function otherEvent(context: ReceiverContext): Promise<Draft> {
  const { once, draft, signed } = context
  return once('an event whose parts others borrow', async () => {
    const one = draft('quote.created')
    await deliverOne(context, () => signed(one))
    return one
  })
}

async function tryOne(context: ReceiverContext, one: Planned, other: Draft): Promise<Trial> {
  const { isThorough, forgery } = one
  const { requirement, isOpen } = forgery
  const { send, sendGuarded, isSilent, signed, timestamp } = context
  const { drafted, forgedOf, sending } = makingOf(context, one, other)
  const event = drafted()
  const { delivery, id } = forgedOf(event)
  const time = await context.time()
  const outages = await context.outages()
  const mayRepeat = async () =>
    isThorough && time.has('variantsMs') && outages.all.length < OUTAGES && !(await isSilent())
  const forged = await sendGuarded(delivery)
  const again = (await mayRepeat()) ? await sendGuarded(delivery) : undefined
  const later = { ...event, timestamp: timestamp() }
  const right = signed(later, sending)
  const counterpart = await (isOpen === true ? sendGuarded(right) : send(right))
  const beside =
    isOpen === true ? {} : await unforgedOnes(context, counterpart, () => signed(drafted(), sending))
  const replay = forgedOf(later)
  const afterwards = (await mayRepeat()) ? await sendGuarded(replay.delivery) : undefined
  const trial = {
    ...{ requirement, name: trialName(one), id: event.id, forged, counterpart, ...beside },
    ...(again !== undefined && { again }),
    ...(afterwards !== undefined && { afterwards }),
    ...(isOpen === true && { isOpen }),
    ...(id !== event.id && typeof id === 'string' && id !== '' && { orphan: id }),
  }
  const sent = [forged, again, afterwards]
  if (trial.orphan === undefined && (await mayRepeat())) {
    const lone = drafted()
    const exchange = await sendGuarded(forgedOf(lone).delivery)
    return withOutages(context, { ...trial, lone: { id: lone.id, exchange } }, [...sent, exchange])
  }
  // A receiver may also have been started anew by chance. So a forgery that seemed to stop it is tried once more.
  const isOnce = outages.behind(sent).length === 1 && outages.all.length === 1
  return withOutages(context, trial, [...sent, isOnce ? await sendGuarded(delivery) : undefined])
}

/** Adds the outages behind forgeries; one more right delivery shows that behind the last one. */
async function withOutages(
  { outages, signed, draft, send }: ReceiverContext,
  trial: Trial,
  sent: readonly (Exchange | undefined)[],
): Promise<Trial> {
  const seen = await outages()
  if (seen.all.length === 0 && sent.every((one) => one?.failure === undefined)) return trial
  await send(signed(draft('quote.created')))
  const behind = seen.behind(sent)
  return behind.length === 0 ? trial : { ...trial, outages: behind }
}

/** Tries trials of a family again, each by itself, to tell whether its forgery is the cause of a loss. */
export async function separateEach(
  context: ReceiverContext,
  all: readonly Forgery[],
  lost: readonly Trial[],
): Promise<readonly Separated[]> {
  const other = await otherEvent(context)
  const types = eventTypesOf(context.spec).map(({ type }) => type)
  const separated: Separated[] = []
  for (const one of planned(all, types))
    if (lost.some(({ name }) => name === trialName(one))) separated.push(await separate(context, one, other))
  return separated
}

/** Returns the forged deliveries of a trial. */
export const forgeriesOf = ({ forged, again, afterwards, lone }: Trial): readonly Exchange[] => [
  forged,
  ...(afterwards === undefined ? [] : [afterwards]),
  ...(again === undefined ? [] : [again]),
  ...(lone === undefined ? [] : [lone.exchange]),
]

/** Events that were validly delivered after a forgery. */
export const counterpartsOf = (trials: readonly Trial[]): readonly Delivered[] =>
  trials
    .filter(({ isOpen }) => isOpen !== true)
    .map(({ id, counterpart, forged }) => ({ id, exchanges: [forged, counterpart] }))

/** Ids that were accepted and must be processed. Others are not waited for, since they may never show. */
export const owedOf = (trials: readonly Trial[]): readonly string[] =>
  trials
    .filter(({ counterpart, isOpen, isOwed }) => (isOwed ?? isOpen !== true) && isAccepted(counterpart))
    .map(({ id }) => id)

/** Ids that only forgeries had. */
export const forgedOnly = (trials: readonly Trial[]): readonly Delivered[] =>
  trials.flatMap(({ orphan, forged, lone }) => [
    ...(orphan === undefined ? [] : [{ id: orphan, exchanges: [forged] }]),
    ...(lone === undefined ? [] : [{ id: lone.id, exchanges: [lone.exchange] }]),
  ])
