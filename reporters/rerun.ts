import type { RunStarted } from './record.ts'
import { shellWord } from './shell.ts'

/** The command that judges only one requirement again with the same seed, in one scenario if that is given. */
export function rerunCommand(started: RunStarted, requirement: string, scenario?: string): string {
  const command = started.command ?? ['quote-conformance', 'run']
  const only = ['--only', requirement, ...(scenario === undefined ? [] : ['--scenario', scenario])]
  const words = [...command, '--seed', String(started.seed), ...only]
  return words.map((text) => shellWord([{ text }])).join(' ')
}
