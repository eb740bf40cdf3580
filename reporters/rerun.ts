import type { CheckResult } from '../conformance/events.ts'
import type { RunStarted } from './record.ts'
import { shellWord } from './shell.ts'

/** Options that select a part of the suite. */
const SELECTING: ReadonlySet<string | undefined> = new Set(['--only', '--scenario'])

const withoutSelection = (words: readonly string[]): readonly string[] =>
  words.filter((word, place) => !SELECTING.has(word) && !SELECTING.has(words[place - 1]))

/**
 * The command that judges only one requirement again with the same seed.
 *
 * @param check a check of it: only its scenario is driven, or the case that shows the breach
 */
export function rerunCommand(
  started: RunStarted,
  requirement: string,
  check?: Pick<CheckResult, 'scenario' | 'cases'>,
): string {
  const command = withoutSelection(started.command ?? ['quote-conformance', 'run'])
  const only = ['--only', requirement]
  // A recording has no seed, and its scenarios are places in it.
  const seed = started.recorded ? [] : ['--seed', String(started.seed)]
  const place = check === undefined || started.recorded ? [] : ['--scenario', placeOf(check)]
  const words = [...command, ...seed, ...only, ...place]
  return words.map((text) => shellWord([{ text }])).join(' ')
}

const placeOf = ({ scenario, cases: [name] = [] }: Pick<CheckResult, 'scenario' | 'cases'>): string =>
  name === undefined ? scenario : `${scenario}#${name}`
