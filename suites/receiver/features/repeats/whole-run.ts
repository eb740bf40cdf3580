import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { backlogWorkedOff, type Effects, watchEffects } from '../../vocabulary/judge/processed.ts'
import { answersPromptly } from '../../vocabulary/recovery.ts'

/** Findings beyond these would say the same. */
const SHOWN = 5

/** Whatever an event was, however it was framed and whatever came besides: none shows twice when the run ends. */
export const wholeRun: ReceiverScenario = scenario<Effects>({
  id: 'repeats/whole-run',
  alone: true,
  title: 'No event of the whole run is processed twice',
  async drive(context) {
    await answersPromptly(context)
    await backlogWorkedOff(context)
    const { all: ids } = await context.takenIds()
    return watchEffects(context, [], ids)
  },
  claims: [claim('receiver-processes-once', noneTwice)],
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
