import type { Command } from 'commander'
import { bashScript, fishScript, zshScript } from '../completion/scripts.ts'
import { completedWords } from '../completion/words.ts'
import type { Io } from '../io.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** `completion SHELL`: prints a script that makes a shell complete this command line. */
export function completionCommand(
  shell: keyof typeof scripts,
  program: Command,
  io: Pick<Io, 'out'>,
): number {
  io.out(scripts[shell](completedWords(program)))
  return 0
}
