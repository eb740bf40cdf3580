import type { RunStarted } from './record.ts'
import { shellWord } from './shell.ts'

/** Options that select a part of the suite. */
const SELECTING: ReadonlySet<string | undefined> = new Set(['--only', '--scenario'])

const withoutSelection = (words: readonly string[]): readonly string[] =>
  words.filter((word, place) => !SELECTING.has(word) && !SELECTING.has(words[place - 1]))

/** The command that judges only one requirement again with the same seed, in one scenario if that is given. */
export function rerunCommand(started: RunStarted, requirement: string, scenario?: string): string {
  const command = withoutSelection(started.command ?? ['quote-conformance', 'run'])
  const only = ['--only', requirement, ...(scenario === undefined ? [] : ['--scenario', scenario])]
  const words = [...command, '--seed', String(started.seed), ...only]
  return words.map((text) => shellWord([{ text }])).join(' ')
}
