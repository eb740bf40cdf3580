import { Argument, type Command, Option } from 'commander'
import type { SideEntry } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { append } from './values.ts'

/** Adds the commands for new users: `init` and `completion`. */
export function addSetupCommands(
  program: Command,
  sides: readonly SideEntry[],
  io: Io,
  done: (code: number) => void,
): void {
  program
    .command('init')
    .description('write a profile with a comment for every key; asks for what no flag gives')
    .argument('[file]', 'name of the new file', 'profile.yaml')
    .addOption(new Option('--side <side>', 'what is judged').choices(['platform', 'receiver', 'client']))
    .option('--set <key=value>', 'value of a key, such as base_url=https://...; repeatable', append)
    .option('--yes', 'ask nothing, take what is suggested')
    .action(async (file: string, options) => {
      const { initCommand } = await import('../commands/init.ts')
      done(await initCommand(file, { set: [], ...options }, io))
    })

  program
    .command('completion')
    .description('print a script that lets a shell complete this command line')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionCommand } = await import('../commands/completion.ts')
      done(await completionCommand(shell, program, sides, io))
    })
}
