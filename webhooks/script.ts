import type { Arrival, Concerns, Script, ScriptedAnswer } from '../conformance/webhooks.ts'
import { checkScript, OK } from './answer.ts'

interface Running {
  readonly script: Script
  readonly concerns: Concerns
  step: number
}

const everything: Concerns = () => true

/** What the attempts at one endpoint are answered: a script for all of them, and others for some. */
export class Scripts {
  #running: Running[] = [{ script: [OK], concerns: everything, step: 0 }]

  /** @throws ConformanceError SCRIPT_INVALID */
  set(script: Script, concerns?: Concerns): void {
    const running = { script: checkScript(script), concerns: concerns ?? everything, step: 0 }
    this.#running = concerns === undefined ? [running] : [running, ...this.#running]
  }

  /** The answer to one attempt; uses up a step of the script that it falls under. */
  next(delivery: Pick<Arrival, 'headers' | 'body'>): ScriptedAnswer {
    const running = this.#running.find(({ concerns }) => concerns(delivery))
    if (running === undefined) return OK
    const answer = running.script[running.step] ?? running.script.at(-1) ?? OK
    running.step += 1
    return answer
  }
}
