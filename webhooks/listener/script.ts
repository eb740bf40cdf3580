import type {
  Arrival,
  Incoming,
  Script,
  ScriptedAnswer,
  ScriptScope,
} from '../../conformance/ports/webhooks.ts'
import { checkScript, OK } from './scripted-answer.ts'

type Moment = Pick<Arrival, 'earliest' | 'latest' | 'besideMs'>

/** How many steps were used up, and when the last one began. */
interface Step {
  readonly used: number
  readonly at: number
  readonly besideMs: number
}

interface Running extends ScriptScope {
  readonly script: Script
  /** By what counts its steps for itself. */
  readonly steps: Map<string, Step>
}

/** The shortest time after which a repeat may come, in milliseconds (R25). */
const REPEAT_MS = 750

/** Answers to the attempts at one endpoint: a script for all of them, and others for some. */
export class Scripts {
  #running: Running[] = []

  /** @throws ConformanceError SCRIPT_INVALID */
  set(script: Script, scope: ScriptScope = {}): void {
    const running = { ...scope, script: checkScript(script), steps: new Map() }
    this.#running = scope.concerns === undefined ? [running] : [running, ...this.#running]
  }

  /**
   * The answer to one attempt; uses up a step of the script that it falls under.
   *
   * @param moment target time at which it came: after one and not after the other
   */
  next(delivery: Incoming, moment: Moment): ScriptedAnswer {
    const running = this.#running.find(({ concerns }) => concerns?.(delivery) ?? true)
    if (running === undefined) return OK
    const { script, steps, per, copyMs } = running
    const key = per?.(delivery) ?? ''
    const last = steps.get(key)
    const isCopy = last !== undefined && copyMs !== undefined && mayCopy(last, moment, copyMs)
    const step = isCopy
      ? last
      : { used: (last?.used ?? 0) + 1, at: moment.latest, besideMs: moment.besideMs ?? 0 }
    steps.set(key, step)
    return script[step.used - 1] ?? script.at(-1) ?? OK
  }
}

/** A moved clock may also run on by itself, and a repeat be due by both together. */
function mayCopy({ at, besideMs }: Step, moment: Moment, copyMs: number): boolean {
  if (moment.earliest - at > copyMs) return false
  const realMs = (moment.besideMs ?? besideMs) - besideMs
  return realMs <= copyMs || moment.latest - at + realMs < REPEAT_MS
}
