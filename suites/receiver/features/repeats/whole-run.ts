import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { answersPromptly } from '../../vocabulary/driving/recovery.ts'
import { eventTypesOf } from '../../vocabulary/driving/send.ts'
import {
  backlogWorkedOff,
  type Delivered,
  type Effects,
  eachProcessed,
  processedAtAll,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { ORDER_MS } from '../../vocabulary/effects/progress.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import type { TakenIds } from '../../vocabulary/judge/taken-ids.ts'

interface Trace {
  /** Effects of everything that was accepted. */
  readonly whole: Effects
  /** Events that a receiver must process, however it decides the points that are open. */
  readonly owed: readonly Delivered[]
  readonly effects: Effects
}

/** The largest number of findings shown; more would say the same. */
const SHOWN = 5

/** Judges all events of the run, of every content and framing. */
export const wholeRun: ReceiverScenario = sendScenario<Trace>({
  id: 'repeats/whole-run',
  exclusive: true,
  title: 'Every event of the whole run is processed, and none twice',
  async drive(context) {
    await answersPromptly(context)
    await backlogWorkedOff(context)
    const taken = await context.takenIds()
    const known = new Set(eventTypesOf(context.spec).map(({ type }) => type))
    const owed = taken.owed(known)
    const whole = await watchEffects(context, [], taken.all)
    const effects = await watchEffects(context, owed, owed)
    return { whole, owed: stillShown(owed, taken).flatMap((id) => delivered(id, taken)), effects }
  },
  claims: [
    claim('receiver-processes-once', ({ whole }) => noneTwice(whole)),
    claim('receiver-processes-each-event', noneMissing),
  ],
})

const delivered = (id: string, taken: TakenIds): readonly Delivered[] => {
  const first = taken.firstOf(id)
  return first === undefined ? [] : [{ id, exchanges: [first] }]
}

/**
 * Ids whose effects must still show. A restarted receiver, or one that shows only the latest events, no longer shows older
 * ones.
 */
function stillShown(owed: readonly string[], taken: TakenIds): readonly string[] {
  const at = (id: string) => taken.takenAt(id) ?? 0
  const from = taken.forgotten.reduce((latest, id) => Math.max(latest, at(id) + ORDER_MS), 0)
  return owed.filter((id) => at(id) >= from)
}

function noneTwice(effects: Effects): Verdict {
  if ('absent' in effects)
    return effects.absent === 'profile' ? cannotTell(effects.why, 'receiver.effects') : cutOff(effects.why)
  const twice = Object.entries(effects.times).filter(([, times]) => times > 1)
  const shown = twice.slice(0, SHOWN).map(([id, times]) => {
    const seen = `${id} was processed ${times} times`
    return finding(effects.exchange, 'the event is processed once', seen, 'effects')
  })
  return shown.length === 0 ? passed() : failed(...shown)
}

function noneMissing({ owed, effects }: Trace): Verdict {
  if ('absent' in effects) return eachProcessed(effects, owed, processedAtAll)
  if (owed.length === 0) return cannotTell('it accepted no event that it still shows')
  const missing = owed.filter(({ id }) => (effects.times[id] ?? 0) === 0)
  if (missing.length === owed.length)
    return cannotTell('it shows none of the events that it accepted', 'receiver.effects')
  if (missing.length === 0) return passed()
  return all(missing.slice(0, SHOWN).map((one) => processedAtAll(0, one, effects.waitedMs)))
}
