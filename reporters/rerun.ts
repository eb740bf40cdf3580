import type { RunStarted } from './record.ts'
import { shellWord } from './shell.ts'

/** The command that judges just one requirement in one scenario again, with the same seed. */
export function rerunCommand(started: RunStarted, requirement: string, scenario: string): string {
  const command = started.command ?? ['quote-conformance', 'run']
  const words = [...command, '--seed', String(started.seed), '--only', requirement, '--scenario', scenario]
  return words.map((text) => shellWord([{ text }])).join(' ')
}
