import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import {
  backlogWorkedOff,
  type Delivered,
  type Effects,
  eachProcessed,
  processedAtAll,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { answersPromptly } from '../../vocabulary/recovery.ts'
import { eventsOf } from '../../vocabulary/send.ts'

interface Trace {
  /** Everything that was accepted. */
  readonly whole: Effects
  /** Events that a receiver has to process, whatever it makes of what is open. */
  readonly owed: readonly Delivered[]
  readonly effects: Effects
}

/** Findings beyond these would say the same. */
const SHOWN = 5
/** What is open there, or asks for more than a receiver has to bear. */
const OPEN = /^(observations|load)\/|^deliveries\/open/

/** Whatever an event was, however it was framed and whatever came besides. */
export const wholeRun: ReceiverScenario = scenario<Trace>({
  id: 'repeats/whole-run',
  alone: true,
  title: 'Every event of the whole run is processed, and none twice',
  async drive(context) {
    await answersPromptly(context)
    await backlogWorkedOff(context)
    const taken = await context.takenIds()
    const known = new Set(eventsOf(context.spec).map(({ type }) => type))
    const owed = taken.of(known, OPEN).flatMap((id) => {
      const first = taken.firstOf(id)
      return first === undefined ? [] : [{ id, exchanges: [first] }]
    })
    const whole = await watchEffects(context, [], taken.all)
    const ids = owed.map(({ id }) => id)
    return { whole, owed, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-processes-once', ({ whole }) => noneTwice(whole)),
    claim('receiver-processes-each-event', noneMissing),
  ],
})

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

/** A receiver that was started anew, or that shows the last events only, no longer shows what came before the first of them. */
function noneMissing({ owed, effects }: Trace): Verdict {
  if ('absent' in effects) return eachProcessed(effects, owed, processedAtAll)
  const first = owed.findIndex(({ id }) => (effects.times[id] ?? 0) > 0)
  if (first === -1) return cannotTell('it shows none of the events that it accepted', 'receiver.effects')
  const missing = owed.slice(first).filter(({ id }) => (effects.times[id] ?? 0) === 0)
  if (missing.length === 0) return passed()
  return all(missing.slice(0, SHOWN).map((one) => processedAtAll(0, one, effects.waitedMs)))
}
