import type { Incoming, Script, ScriptedAnswer, ScriptScope } from '../../conformance/ports/webhooks.ts'
import { checkScript, OK } from './scripted-answer.ts'

interface Running extends ScriptScope {
  readonly script: Script
  /** How many steps were used up, by what counts its steps for itself. */
  readonly steps: Map<string, number>
}

/** What the attempts at one endpoint are answered: a script for all of them, and others for some. */
export class Scripts {
  #running: Running[] = []

  /** @throws ConformanceError SCRIPT_INVALID */
  set(script: Script, scope: ScriptScope = {}): void {
    const running = { ...scope, script: checkScript(script), steps: new Map<string, number>() }
    this.#running = scope.concerns === undefined ? [running] : [running, ...this.#running]
  }

  /** The answer to one attempt; uses up a step of the script that it falls under. */
  next(delivery: Incoming): ScriptedAnswer {
    const running = this.#running.find(({ concerns }) => concerns?.(delivery) ?? true)
    if (running === undefined) return OK
    const { script, steps, per } = running
    const key = per?.(delivery) ?? ''
    const step = steps.get(key) ?? 0
    steps.set(key, step + 1)
    return script[step] ?? script.at(-1) ?? OK
  }
}
