import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import type { Draft } from '../../vocabulary/drafts/draft.ts'
import { driveOne, eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  stillProcessed,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { effectsSettled } from '../../vocabulary/effects/settled.ts'
import { allAccepted, isAccepted } from '../../vocabulary/judge/answer.ts'
import { refusedAsKnown } from '../../vocabulary/judge/refused.ts'

interface Round {
  readonly id: string
  readonly exchanges: readonly Exchange[]
}

interface Trace {
  readonly rounds: readonly Round[]
  /**
   * A forgery under the Event-ID of an event that the receiver may still be processing, and the valid delivery of that event.
   */
  readonly twin: {
    readonly forged: Exchange
    readonly right: Exchange
    /** Where the forgery was accepted: one of an event that never came. It shows whether the event in work matters. */
    readonly ofUnknown?: Exchange
  }
  /** A valid delivery, sent while a forgery under its Event-ID may still be in work, and its repeat if it was not accepted. */
  readonly behind: Round
  /**
   * Different events that arrived together. A receiver may refuse some of them, but what it accepts it has to process. Absent in
   * traces that an older version of the suite recorded.
   */
  readonly others?: readonly Round[]
  readonly effects: Effects
}

/** As many as the shortest usual listen backlog holds. */
const COPIES = 5
const OVERLAP_MS = 40

const allTaken = ({ exchanges }: Round) => exchanges.every(isAccepted)

const earlier = (timestamp: string, seconds: number) =>
  new Date(Date.parse(timestamp) - seconds * 1000).toISOString()

/** Copies that arrive at the same moment, and one that arrives while the first is still being processed. */
export const repeatsTogether: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/together',
  title: 'Copies that arrive together are processed once',
  async drive(context) {
    const { draft, signed, send, sendTogether, sleep, spec, time } = context
    const rounds: Round[] = []
    const left = await time()
    const types = eventTypesOf(spec).map(({ type }) => type)
    // A platform that sends copies may sign each of them with its own Timestamp.
    for (const [turn, type] of [...types, ...types].entries()) {
      if (turn > 0 && !left.has('variantsMs')) break
      const together = async (): Promise<Round> => {
        const event = draft(type)
        const copies = Array.from({ length: COPIES }, (_, copy) =>
          signed(turn < types.length ? event : { ...event, timestamp: earlier(event.timestamp, copy) }),
        )
        const exchanges = await sendTogether(copies)
        await effectsSettled(context)
        return { id: event.id, exchanges }
      }
      rounds.push(await driveOne(context, together, allTaken))
    }
    left.leaveOut('rounds of copies', 2 * types.length - rounds.length)
    const overlapping = async (): Promise<Round> => {
      const event = draft('policy.created')
      const first = send(signed(event), { lenient: true })
      first.catch(() => undefined)
      await sleep(OVERLAP_MS)
      const second = send(signed(event), { lenient: true })
      const exchanges = await Promise.all([first, second])
      await effectsSettled(context)
      return { id: event.id, exchanges }
    }
    rounds.push(await driveOne(context, overlapping, allTaken))
    const others = await othersTogether(context)
    const twin = await forgedBeside(context)
    const behind = await driveOne(context, () => behindForgery(context), allTaken)
    const all = [...rounds, behind, ...others]
    const ids = all.map(({ id }) => id)
    const awaited = all.filter(({ exchanges }) => exchanges.some(isAccepted)).map(({ id }) => id)
    return { rounds, twin, behind, others, effects: await watchEffects(context, awaited, ids) }
  },
  claims: [
    claim('receiver-processes-concurrent-repeats-once', ({ rounds, effects }) => eachOnce(rounds, effects)),
    claim('receiver-refuses-forgery-of-a-known-id', ({ twin: { forged, ofUnknown, right } }) =>
      refusedAsKnown('while the event is in work', { forged, ofUnknown }, right),
    ),
    claim('receiver-forgery-poisons-nothing', ({ behind, others, effects }) => {
      const answers = allAccepted(behind.exchanges)
      const verdict = answers.kind === 'passed' ? stillProcessed([behind], effects) : answers
      return verdict.kind === 'failed' && eachOnce(takenOf(others), effects).kind === 'failed'
        ? cutOff('right events that arrive together go wrong, too')
        : verdict
    }),
    claim('receiver-processes-each-event', ({ others, effects }) => {
      const taken = takenOf(others)
      return taken.length === 0
        ? cannotTell('no two events that arrived together were accepted')
        : eachOnce(taken, effects)
    }),
    claim('receiver-answers-concurrent-repeats', ({ rounds }) =>
      allAccepted(rounds.flatMap(({ exchanges }) => exchanges)),
    ),
  ],
})

const takenOf = (rounds: readonly Round[] = []) =>
  rounds.filter(({ exchanges }) => exchanges.some(isAccepted))

const eachOnce = (rounds: readonly Round[], effects: Effects): Verdict =>
  eachProcessed(effects, rounds, (...seen) => all([processedAtAll(...seen), processedOnce(seen[0], seen[1])]))

/** Sends different events, some at the same moment and one while another is in work. */
async function othersTogether(context: ReceiverContext): Promise<readonly Round[]> {
  const { draft, signed, send, sendTogether, sleep, spec } = context
  const types = eventTypesOf(spec).map(({ type }) => type)
  const events = Array.from({ length: COPIES }, (_, place) =>
    draft(types[place % types.length] ?? 'quote.created'),
  )
  const together = await sendTogether(events.map((event) => signed(event)))
  const [early, late] = [draft('quote.created'), draft('policy.created')]
  const first = send(signed(early), { lenient: true })
  first.catch(() => undefined)
  await sleep(OVERLAP_MS)
  const second = send(signed(late), { lenient: true })
  const overlapping = await Promise.all([first, second])
  await effectsSettled(context)
  return [...events, early, late].map(({ id }, place) => ({
    id,
    exchanges: [...together, ...overlapping].slice(place, place + 1),
  }))
}

/** Sends a forgery, and right after it the valid delivery of its event. If that is not accepted, it is sent again. */
async function behindForgery({
  draft,
  signed,
  changed,
  send,
  sleep,
  timestamp,
}: ReceiverContext): Promise<Round> {
  const event = draft('quote.created')
  const forged = send(changed(event, { signature: '0'.repeat(64) }), { lenient: true })
  forged.catch(() => undefined)
  await sleep(OVERLAP_MS)
  const right = await send(signed(event), { lenient: true })
  await forged
  if (isAccepted(right)) return { id: event.id, exchanges: [right] }
  return { id: event.id, exchanges: [await send(signed({ ...event, timestamp: timestamp() }))] }
}

/** Sends an event, and right after it a forgery under its Event-ID. */
async function forgedBeside({
  draft,
  signed,
  changed,
  send,
  sleep,
}: ReceiverContext): Promise<Trace['twin']> {
  const event = draft('quote.created')
  const first = send(signed(event), { lenient: true })
  first.catch(() => undefined)
  await sleep(OVERLAP_MS)
  const forge = (one: Draft) => send(changed(one, { signature: '0'.repeat(64) }), { lenient: true })
  const forged = await forge(event)
  const right = await first
  return { forged, right, ...(isAccepted(forged) && { ofUnknown: await forge(draft('quote.created')) }) }
}
