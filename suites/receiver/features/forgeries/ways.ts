import type { Delivery } from '../../../../conformance/ports/receiver.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { type ForgedWay, forgedWays, UNKNOWN_TYPE } from '../../../../generators/forged-ways.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import { ofBrokerage } from '../../vocabulary/drafts/brokerages.ts'
import type { Draft, Sending } from '../../vocabulary/drafts/draft.ts'
import { inOtherLetters } from '../../vocabulary/drafts/other-letters.ts'
import { LeftOut, slownessOf } from '../../vocabulary/driving/left-out.ts'
import { driveEach, eventTypesOf } from '../../vocabulary/driving/send.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import { FAULTS, forgedTime, forgingWith } from './faults.ts'
import { forgeriesOf, otherEvent, type Trial } from './trial.ts'

/** Enough ways for every pair of properties to occur together, most of them with a fault that is signed. */
const WAYS = 56
/** A receiver may refuse a larger body, in kilobytes, even if it is valid. */
const USUAL_KB = 64

const WHAT = 'ways of sending forgeries'
export const tooSlow = async (context: ReceiverContext) =>
  new LeftOut(`ways of sending were left out, since ${await slownessOf(context)}`)
const NOTHING_DECIDED = 'left out, or right deliveries were refused in the same ways'

/** Requirements of the forgeries that are sent in many ways. */
export const WAY_REQUIREMENTS = Object.values(FAULTS).map(({ requirement }) => requirement)

/** Tries forgeries in generated ways of sending, each beside a valid delivery that is sent in the same way. */
export async function tryWays(context: ReceiverContext): Promise<readonly Trial[]> {
  const time = await context.time()
  // Late effects use up the time of a run, but must not hold up these trials.
  const { isQuick } = time
  if (!time.has(isQuick ? 'casesMs' : 'variantsMs')) {
    time.leaveOut(WHAT, WAYS)
    throw await tooSlow(context)
  }
  const types = eventTypesOf(context.spec).map(({ type }) => type)
  const generated = forgedWays(types, forgingWith(context.facts), context.generation.seed, WAYS)
  const other = context.signature(await otherEvent(context))
  const trials = await driveEach(
    context,
    WHAT,
    generated.map((way) => ({ way, variant: !isQuick })),
    ({ way }) => tryWay(context, way, other),
    ({ counterpart, isOpen }) => isOpen === true || isAccepted(counterpart),
  )
  if (trials.length === 0) throw await tooSlow(context)
  return trials
}

/**
 * Judges only trials that say something: a receiver may refuse everything that is sent in an unusual way. A way that was left
 * out for lack of time does not make the verdict incomplete.
 */
export function inTellingWays(judge: (trials: readonly Trial[]) => Verdict) {
  return (trials: readonly Trial[]): Verdict => {
    const telling = trials.filter(
      (trial) => trial.isOpen !== true || [...forgeriesOf(trial), trial.counterpart].some(isAccepted),
    )
    return telling.length === 0 ? cannotTell(NOTHING_DECIDED) : judge(telling)
  }
}

async function tryWay(context: ReceiverContext, way: ForgedWay, other: string): Promise<Trial> {
  const { draft, signed, timestamp } = context
  const { requirement, name } = FAULTS[way.fault]
  const sending = sendingOf(way)
  const event = draft(way.type, { body: bodyOf(context, way) })
  const { forged: forgery, id } = forgedOf(context, way, event, other)
  const twin = way.id === 'lone' ? draft(way.type, { body: bodyOf(context, way) }) : event
  const isOpen = isOpenWay(way)
  const step = (delivery: Delivery, isForged: boolean) => ({ delivery, isGuarded: isForged || isOpen })
  const before = [
    ...(way.connection === 'kept' ? [step(signed(draft('quote.created')), false)] : []),
    ...(way.id === 'known' ? [step(signed(event, { ...sending, secret: way.secret }), false)] : []),
  ]
  const forged = [step(forgery, true), ...(way.id === 'refused' ? [step(forgery, true)] : [])]
  const right = step(signed({ ...twin, timestamp: timestamp() }, sending), false)
  const all = await sendAll(context, way, [...before, ...forged, right])
  const [first, again] = all.slice(before.length, -1)
  const counterpart = all.at(-1)
  if (first === undefined || counterpart === undefined) throw new RangeError('a delivery has no exchange')
  return {
    ...{ requirement, name: nameOf(name, way), id: twin.id, forged: first, counterpart },
    ...(again !== undefined && { again }),
    ...(isOpen && { isOpen }),
    isOwed: way.type !== UNKNOWN_TYPE,
    ...(id !== twin.id && { orphan: id }),
  }
}

interface Step {
  readonly delivery: Delivery
  /** True where the receiver may also refuse the delivery by not answering. */
  readonly isGuarded: boolean
}

/** On a kept connection each silence lasts until the deadline. So a silent receiver gets a new connection for each delivery. */
async function sendAll(context: ReceiverContext, { connection }: ForgedWay, steps: readonly Step[]) {
  const { sendOverOne, send, sendGuarded, isSilent } = context
  if (connection === 'kept' && !(await isSilent())) return sendOverOne(steps.map(({ delivery }) => delivery))
  const exchanges = []
  for (const { delivery, isGuarded } of steps)
    exchanges.push(await (isGuarded ? sendGuarded(delivery) : send(delivery)))
  return exchanges
}

/** A forgery whose signature covers its own Timestamp, unless the Timestamp is the fault. */
function forgedOf(context: ReceiverContext, way: ForgedWay, event: Draft, other: string) {
  const { changed, signature } = context
  const sent = { ...event, timestamp: forgedTime(way, event.timestamp) }
  const right = signature(way.fault === 'timestamp' ? event : sent, way.secret)
  const changes = FAULTS[way.fault].forge(sent, right, other, (draft) => signature(draft, 'revoked'))
  return { forged: changed(sent, changes, sendingOf(way)), id: changes.id ?? event.id }
}

function sendingOf({ framing, names }: ForgedWay): Sending {
  return {
    ...(framing !== 'whole' && { framing }),
    ...(names !== 'as-stated' && { names }),
  }
}

function bodyOf({ event }: ReceiverContext, way: ForgedWay): string {
  const { type, letters, kilobytes } = way
  const made = type === UNKNOWN_TYPE ? { ...event('quote.created'), type } : event(type)
  const text = JSON.stringify(ofBrokerage(made, way)).replace(
    '"data":',
    `"data":${' '.repeat(kilobytes * 1024)}`,
  )
  return letters === 'others' ? inOtherLetters(text) : text
}

/** True where a valid delivery sent in this way is judged elsewhere, or need not be accepted. */
const isOpenWay = (way: ForgedWay): boolean =>
  way.type === UNKNOWN_TYPE ||
  way.kilobytes > USUAL_KB ||
  way.connection === 'kept' ||
  Object.keys(sendingOf(way)).length > 0

function nameOf(fault: string, { type, fault: kind, ...way }: ForgedWay): string {
  const unusual = [
    way.secret === 'previous' &&
      FAULTS[kind].isOfASignature === true &&
      'from what the previous secret signed',
    way.names !== 'as-stated' && `header names in ${way.names} letters`,
    way.framing === 'chunked' && 'in chunks',
    way.letters === 'others' && 'with letters beyond ASCII',
    way.brokerage === 'another' && 'of another brokerage',
    way.kilobytes > 0 && `of ${way.kilobytes} kB`,
    way.time !== 'now' && `Timestamp: ${way.time.replaceAll('-', ' ')}`,
    way.connection === 'kept' && 'on a kept connection',
    way.id === 'known' && 'under a known Event-ID',
    way.id === 'refused' && 'twice',
  ].filter((words) => words !== false)
  return [fault, ...unusual, type].join(', ')
}
