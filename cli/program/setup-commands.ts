import { Argument, type Command, Option } from 'commander'
import type { SideEntry } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { append, onlyOnce } from './values.ts'

/** Adds the commands beside judging: `init`, `listen` and `completion`. */
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
    .option('--yes', 'ask nothing, use the suggestions')
    .action(async (file: string, options) => {
      const { initCommand } = await import('../commands/init.ts')
      done(await initCommand(file, { set: [], ...options }, io))
    })

  program
    .command('listen')
    .description('pass the deliveries of a sandbox on to a receiver on this machine')
    .requiredOption('--sandbox <url>', 'address of the sandbox, as it prints it', onlyOnce)
    .requiredOption('--forward-to <url>', 'address of the receiver', onlyOnce)
    .option('--key <file>', 'keep the address for the next time, by a secret in this file', onlyOnce)
    .option('--ca <file>', 'certificate of an authority to trust, for a sandbox on https', onlyOnce)
    .action(async (options) => {
      const { listenCommand } = await import('../commands/listen.ts')
      done(await listenCommand(options, io))
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
