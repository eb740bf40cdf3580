import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isObject } from '../../conformance/json/object.ts'
import { type Alarms, stands as isRight } from './alarms.ts'
import { stands as isKilled, type Kill } from './kills.ts'

/** The result for one platform: a mutant, or variants in force together. */
export type Judged = Kill | Alarms

/** Results for judged platforms, one JSON line each, so that a stopped proof can be continued. */
export interface Journal {
  /** Results of an earlier proof that were as they should be. All other platforms are judged again. */
  readonly known: readonly Judged[]
  add(judged: Judged): void
}

export const isKill = (judged: Judged): judged is Kill => 'mutant' in judged

/**
 * Opens the journal of a proof.
 * @param continued true to keep the results of a stopped proof; otherwise it starts empty
 * @throws SyntaxError where a line before the last one is no JSON
 */
export function openJournal(file: string, continued: boolean): Journal {
  const known = continued && existsSync(file) ? linesOf(readFileSync(file, 'utf8')) : []
  const standing = known.filter((one) => (isKill(one) ? isKilled(one) : isRight(one)))
  writeFileSync(file, standing.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return {
    known: standing,
    add: (judged) => appendFileSync(file, `${JSON.stringify(judged)}\n`),
  }
}

/** The last line may be incomplete. */
function linesOf(text: string): readonly Judged[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(isObject) as unknown as readonly Judged[]
}
