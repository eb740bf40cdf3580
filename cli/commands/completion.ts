import type { Command } from 'commander'
import type { SideEntry } from '../../sides/index.ts'
import { bashScript, fishScript, zshScript } from '../completion/scripts.ts'
import { knownValues } from '../completion/values.ts'
import { completedWords } from '../completion/words.ts'
import type { Io } from '../io.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** `completion SHELL`: prints a script that makes a shell complete this command line. */
export async function completionCommand(
  shell: keyof typeof scripts,
  program: Command,
  sides: readonly SideEntry[],
  io: Pick<Io, 'out'>,
): Promise<number> {
  io.out(scripts[shell](completedWords(program, await knownValues(sides))))
  return 0
}
