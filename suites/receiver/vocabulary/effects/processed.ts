import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { ReceiverContext } from '../context.ts'
import { allOf, finding, isAccepted } from '../judge/answer.ts'
import { isOvertaken, Progress } from './progress.ts'

/** One Event-ID of a scenario, with the deliveries under it. */
export interface Delivered {
  readonly id: string
  readonly exchanges: readonly Exchange[]
}

/** How often each Event-ID of a scenario was processed. `absent` says why the suite cannot read that. */
export type Effects =
  | {
      readonly times: Readonly<Record<string, number>>
      readonly exchange: Exchange
      readonly waitedMs: number
    }
  | { readonly absent: 'profile' | 'target'; readonly why: string }

/** The suite waits the full time of the profile for this many missing effects. After that the receiver has failed anyway. */
const PATIENT_TIMES = 3
const SHORT_MS = 2000
const NO_TIME = 'effects were missing before, and were not waited for any longer'
/** The longest wait for a backlog, in addition to the time that the profile gives effects. */
const LONGEST_BACKLOG_MS = 60_000
/** A backlog counts as done when nothing new shows for this long. Events that take longer are still checked later. */
const STILL_MS = 1000
const BACKLOG = 'the receiver was still at work on earlier deliveries when the time of the run was used up'
const STEPS_MS = [30, 70, 150, 250, 500]
/** An effect is taken as missing for good this long after the last answer, plus half as long again as other effects took. */
const SETTLE_MS = 400

/**
 * Waits until all accepted deliveries have shown their effect. It waits as long as the profile says, and longer while the
 * receiver still processes earlier deliveries. Then it waits long enough for forbidden effects to show.
 * @param awaited ids that were accepted and whose effects are waited for
 * @param ids all ids of the scenario
 */
export async function watchEffects(
  { facts, processed, sleep, now, once, time, takenIds }: ReceiverContext,
  awaited: readonly string[],
  ids: readonly string[],
): Promise<Effects> {
  if (!facts.effects) return { absent: 'profile', why: 'only the answers could be seen, not the effects' }
  const [run, waits] = [await time(), await once('waits for effects', async () => ({ inVain: 0 }))]
  const isPatient = waits.inVain < PATIENT_TIMES
  const longestMs = Math.min(run.left('effectsMs'), isPatient ? facts.effectsMs : SHORT_MS)
  const [began, taken] = [now(), await takenIds()]
  const progress = new Progress(taken, began)
  let settledAt: number | undefined
  for (let round = 0; ; round += 1) {
    const reading = await processed()
    if ('problem' in reading) return { absent: 'target', why: reading.problem }
    const waitedMs = now() - began
    taken.noteShown(reading.ids)
    progress.note(reading.ids, now())
    const counted = Map.groupBy(reading.ids, (id) => id)
    const times = Object.fromEntries(ids.map((id) => [id, counted.get(id)?.length ?? 0] as const))
    const missing = awaited.filter((id) => !counted.has(id))
    if (settledAt === undefined && missing.length === 0) settledAt = 1.5 * waitedMs + SETTLE_MS
    const isBehind = () =>
      waitedMs < facts.effectsMs + LONGEST_BACKLOG_MS &&
      progress.hasGrown(facts.effectsMs, now()) &&
      !isOvertaken(missing, reading.ids, taken)
    if (settledAt !== undefined && waitedMs >= settledAt)
      return { times, exchange: reading.exchange, waitedMs }
    if (settledAt === undefined && waitedMs >= longestMs) {
      if (waitedMs < facts.effectsMs) return { absent: 'target', why: NO_TIME }
      if (!isBehind()) {
        waits.inVain += 1
        return { times, exchange: reading.exchange, waitedMs }
      }
      if (run.left('effectsMs') === 0) return { absent: 'target', why: BACKLOG }
    }
    await sleep(settledAt === undefined ? (STEPS_MS[round] ?? 500) : settledAt - waitedMs)
  }
}

/** Waits while a receiver processes earlier deliveries: as long as new ones show, and the run has time. */
export async function backlogWorkedOff(context: ReceiverContext): Promise<void> {
  const { facts, processed, sleep, now, time, takenIds } = context
  if (!facts.effects) return
  const began = now()
  const [run, progress] = [await time(), new Progress(await takenIds(), began)]
  const hasTime = () => now() - began < LONGEST_BACKLOG_MS && run.left('effectsMs') > 0
  do {
    const reading = await processed()
    if ('problem' in reading) return
    progress.note(reading.ids, now())
    await sleep(STILL_MS / 2)
  } while (progress.hasGrown(STILL_MS, now()) && hasTime())
}

/** Judges each id by how often it was processed. */
export function eachProcessed(
  effects: Effects,
  delivered: readonly Delivered[],
  judge: (times: number, one: Delivered, waitedMs: number) => Verdict,
): Verdict {
  if ('absent' in effects)
    return effects.absent === 'profile' ? cannotTell(effects.why, 'receiver.effects') : cutOff(effects.why)
  return allOf(delivered.map((one) => judge(effects.times[one.id] ?? 0, one, effects.waitedMs)))
}

/** An id with an accepted delivery must show at least once. */
export function processedAtAll(times: number, { id, exchanges }: Delivered, waitedMs: number): Verdict {
  const [answered] = exchanges.filter(isAccepted)
  if (answered === undefined) return cutOff(`no delivery of ${id} was accepted`)
  if (times > 0) return passed()
  const seen = `${id} is not among the effects ${waitedMs} ms later`
  return failed({
    ...finding(answered, 'the event is processed', seen, 'effects'),
    cause: { observed: 'it is not among the effects' },
  })
}

/** An id must show at most once, however often it was delivered. */
export function processedOnce(times: number, { id, exchanges }: Delivered): Verdict {
  const last = exchanges.at(-1)
  if (last === undefined || !exchanges.some(isAccepted)) return cutOff(`no delivery of ${id} was accepted`)
  if (times <= 1) return passed()
  return failed({
    ...finding(last, 'the event is processed once', `${id} was processed ${times} times`, 'effects'),
    cause: { observed: 'it was processed more than once' },
  })
}

/** An id without a valid delivery must never show. */
export function neverProcessed(times: number, { id, exchanges }: Delivered): Verdict {
  const [first] = exchanges
  if (times === 0 || first === undefined) return passed()
  return failed({
    ...finding(first, 'the forgery is not processed', `${id} was processed ${times} times`, 'effects'),
    cause: { observed: 'it was processed' },
  })
}

/** Events that were accepted beside forgeries are processed, as far as the effects show. */
export function stillProcessed(delivered: readonly Delivered[], effects: Effects): Verdict {
  if ('absent' in effects) return effects.absent === 'profile' ? passed(effects.why) : cutOff(effects.why)
  return eachProcessed(effects, delivered, processedAtAll)
}
