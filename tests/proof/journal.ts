import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isObject } from '../../conformance/json/object.ts'
import { type Alarms, stands as isRight } from './alarms.ts'
import { stands as isKilled, type Kill } from './kills.ts'

/** A platform as it was judged: a mutant, or variants in force together. */
export type Judged = Kill | Alarms

/** Platforms that were judged, one JSON line each, so that a proof that is stopped can be continued. */
export interface Journal {
  /** Platforms that an earlier proof found as they should be. Any other is judged again. */
  readonly known: readonly Judged[]
  add(judged: Judged): void
}

export const isKill = (judged: Judged): judged is Kill => 'mutant' in judged

/**
 * Opens the journal of a proof.
 * @param continued keep what stands there of a proof that was stopped; otherwise begin anew
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

/** The last line may be cut off. */
function linesOf(text: string): readonly Judged[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(isObject) as unknown as readonly Judged[]
}
