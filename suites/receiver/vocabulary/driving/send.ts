import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import type { EventFacts } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { isSince } from '../../../../spec/versions.ts'
import type { ReceiverContext } from '../context.ts'
import type { Draft } from '../drafts/draft.ts'
import { isAccepted, isAcceptedInTime } from '../judge/answer.ts'
import type { Item } from '../pace/item.ts'
import { TimeIsUp } from '../pace/run-time.ts'

/** A valid delivery with a name that is unique in its scenario. */
export interface Named<Kind extends string = string> extends Item {
  readonly name: string
  /** The kind by which claims select deliveries. */
  readonly kind: Kind
  readonly draft: Draft
  /** True where its Event-ID is what matters. */
  readonly keepsId?: boolean
}

/** A delivery that was sent under an Event-ID, and its name in the scenario. */
export interface NamedExchange {
  readonly name: string
  readonly id: string
  readonly exchange: Exchange
}

/** The result of a named delivery. */
export interface Answered<Kind extends string = string> extends NamedExchange {
  readonly kind: Kind
}

/**
 * Drives cases while there is time for them, and records how many were left out.
 *
 * @param what name of the group that the cases belong to
 */
export async function driveEach<I extends Item, T>(
  context: ReceiverContext,
  what: string,
  items: readonly I[],
  drive: (item: I) => Promise<T>,
  wentWell: (result: T) => boolean,
): Promise<readonly T[]> {
  const [lanes, time] = [await context.lanes(), await context.time()]
  const results = await lanes.drive(items, drive, wentWell)
  time.leaveOut(what, items.length - results.length)
  return results
}

/**
 * Drives one separate case, and drives it again alone if it failed beside others.
 * @throws TimeIsUp when there is no time for it
 */
export async function driveOne<T>(
  context: Pick<ReceiverContext, 'lanes'>,
  drive: () => Promise<T>,
  wentWell: (result: T) => boolean,
): Promise<T> {
  const lanes = await context.lanes()
  const [result] = await lanes.drive(
    [{}],
    async () => ({ of: await drive() }),
    ({ of }) => wentWell(of),
  )
  if (result === undefined) throw new TimeIsUp()
  return result.of
}

/** Sends one valid delivery as a separate case. */
export function deliverOne(
  context: Pick<ReceiverContext, 'lanes' | 'send'>,
  delivery: () => Delivery,
): Promise<Exchange> {
  return driveOne(context, () => context.send(delivery()), isAccepted)
}

/**
 * Delivers drafts with valid signatures. A draft that is sent again alone gets another id, unless it keeps its own. A
 * receiver that was too late may answer a repeat at once.
 */
export async function deliverEach<Kind extends string>(
  context: ReceiverContext,
  what: string,
  drafts: readonly Named<Kind>[],
): Promise<readonly Answered<Kind>[]> {
  const [sent, outages] = [new Set<Named<Kind>>(), await context.outages()]
  const one = async (item: Named<Kind>): Promise<Answered<Kind>> => {
    const { name, kind } = item
    const isAgain = sent.has(item) && item.keepsId !== true
    sent.add(item)
    const draft = isAgain ? { ...item.draft, id: context.draft('quote.created').id } : item.draft
    const exchange = await context.send(context.signed(draft))
    outages.name(exchange, name)
    return { name, kind, id: draft.id, exchange }
  }
  return driveEach(context, what, drafts, one, ({ exchange }) => isAcceptedInTime(exchange, context.spec))
}

/** Ids that were accepted. */
export const acceptedIds = (answered: readonly NamedExchange[]): readonly string[] =>
  answered.filter(({ exchange }) => isAccepted(exchange)).map(({ id }) => id)

/** Events by their ids, each with the exchanges under it. */
export function byId(answered: readonly NamedExchange[]) {
  return [...Map.groupBy(answered, ({ id }) => id)].map(([id, all]) => ({
    id,
    exchanges: all.map(({ exchange }) => exchange),
  }))
}

/** Events with at least one accepted delivery, each with the exchanges under its id. */
export const takenEvents = (answered: readonly NamedExchange[]) =>
  byId(answered).filter(({ exchanges }) => exchanges.some(isAccepted))

/** The event types of the judged version. */
export function eventTypesOf({ delivery, versions, version }: Spec): readonly EventFacts[] {
  return delivery.events.filter(({ since }) => since === undefined || isSince(versions, version, since))
}
