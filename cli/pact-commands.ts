import type { Command } from 'commander'
import { usageError } from '../conformance/errors.ts'
import type { Io } from './io.ts'

/** Adds `pact` with its commands. */
export function addPactCommands(program: Command, io: Io, done: (code: number) => void): void {
  const pact = program
    .command('pact')
    .description('consumer contracts: hold them against the specification')
    .allowExcessArguments()
    .action((_, { args: [word] }: Command) => {
      const names = pact.commands.map((command) => command.name()).join(' or ')
      const seen = word === undefined ? 'nothing' : `'${word}'`
      throw usageError(`pact is followed by ${seen}: it should be ${names}`, '--help lists the options')
    })

  pact
    .command('publish')
    .description("write the suite's own consumer contract (Pact version 4: HTTP and messages)")
    .requiredOption('--out <dir>', 'folder for the file')
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .action(async (options) => {
      const { pactPublishCommand } = await import('./commands/pact/publish.ts')
      done(await pactPublishCommand(options, io))
    })

  pact
    .command('check')
    .description('hold Pact files (versions 1 to 4) against the specification; send nothing')
    .argument('<file...>', 'Pact files of partners')
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .option('--json', 'print one JSON value and nothing else')
    .option('--junit <file>', 'write JUnit XML too')
    .action(async (files: string[], options) => {
      const { pactCheckCommand } = await import('./commands/pact/check.ts')
      done(await pactCheckCommand(files, options, io))
    })
}
