import type {
  Arrival,
  Incoming,
  Script,
  ScriptedAnswer,
  ScriptScope,
} from '../../../conformance/ports/webhooks.ts'
import { mayBeRepeat } from '../../../conformance/repeat.ts'
import { checkScript, OK } from './scripted-answer.ts'

type Moment = Pick<Arrival, 'earliest' | 'latest' | 'besideMs'>

/** How many steps were used up, and the attempt that used the last one. */
interface Step extends Pick<Arrival, 'latest' | 'besideMs' | 'headers'> {
  readonly used: number
}

interface Running extends ScriptScope {
  readonly script: Script
  /** The last step by the key of `per`. */
  readonly steps: Map<string, Step>
}

/** Answers to the attempts at one endpoint: a script for all of them, and others for some. */
export class Scripts {
  #running: Running[] = []

  /** @throws ConformanceError SCRIPT_INVALID */
  set(script: Script, scope: ScriptScope = {}): void {
    const running = { ...scope, script: checkScript(script), steps: new Map() }
    this.#running = scope.concerns === undefined ? [running] : [running, ...this.#running]
  }

  /**
   * The answer to one attempt; uses up a step of the script that is for it.
   *
   * @param moment target time of its arrival: after `earliest` and not after `latest`
   */
  next(delivery: Incoming, moment: Moment): ScriptedAnswer {
    const running = this.#running.find(({ concerns }) => concerns?.(delivery) ?? true)
    if (running === undefined) return OK
    const { script, steps, per, copyMs } = running
    const key = per?.(delivery) ?? ''
    const last = steps.get(key)
    const attempt = { ...moment, headers: delivery.headers }
    const isCopy = last !== undefined && copyMs !== undefined && !mayBeRepeat(last, attempt, copyMs)
    const step = isCopy ? last : { ...attempt, used: (last?.used ?? 0) + 1 }
    steps.set(key, step)
    return script[step.used - 1] ?? script.at(-1) ?? OK
  }
}
