import type { Command } from 'commander'
import { usageError } from '../../conformance/errors.ts'
import { didYouMean } from '../../conformance/suggestion.ts'
import type { Front } from './judging-commands.ts'
import { append, onlyOnce, readSeed } from './values.ts'

/** Adds `pact` with its subcommands. */
export function addPactCommands(program: Command, { suite, io, done }: Front): void {
  const pact = program
    .command('pact')
    .description('consumer contracts: check them against the specification')
    .allowExcessArguments()
    .action((_, { args: [word] }: Command) => {
      const names = pact.commands.map((command) => command.name())
      const seen = word === undefined ? 'nothing' : `'${word}'`
      throw usageError(
        `pact is followed by ${seen}: it should be ${names.join(' or ')}`,
        (word === undefined ? undefined : didYouMean(word, names)) ?? '--help lists the options',
      )
    })

  pact
    .command('publish')
    .description("write the suite's own consumer contract (Pact version 4: HTTP and messages)")
    .requiredOption('--out <dir>', 'folder for the file')
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .action(async (options) => {
      const { pactPublishCommand } = await import('../commands/pact/publish.ts')
      done(await pactPublishCommand(options, io))
    })

  pact
    .command('check')
    .description('check Pact files (versions 1 to 4) against the specification; send nothing')
    .argument('<file...>', 'Pact files of partners')
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .option('--json', 'print one JSON value and nothing else')
    .option('--junit <file>', 'write JUnit XML too')
    .action(async (files: string[], options) => {
      const { pactCheckCommand } = await import('../commands/pact/check.ts')
      done(await pactCheckCommand(files, options, io))
    })

  pact
    .command('verify')
    .description('verify Pact files against a platform')
    .argument('<file...>', 'Pact files')
    .option('--target <file>', 'profile of a platform (default: the embedded sandbox)')
    .option('--states <file>', "YAML file that maps a partner's provider states to known ones")
    .option('--api-version <version>', 'changelog version (default: that of the profile, else the newest)')
    .option('--variant <id>', 'use a legal variant of the embedded sandbox; repeatable', append)
    .option('--mutant <id>', 'use an embedded sandbox with this defect', onlyOnce)
    .option('--seed <n>', 'seed of what is sent', readSeed)
    .option('--allow-writes', 'make quotes on a production platform')
    .option('--only <pattern>', 'verify only this interaction, by its id in a report; repeatable', append)
    .option('--scenario <pattern>', 'drive only this scenario; `*` matches anything; repeatable', append)
    .option('--out <dir>', 'folder for the reports that every run has (default: none)')
    .option('--json', 'print one JSON value and nothing else')
    .option('--junit <file>', 'write JUnit XML too')
    .action(async (files: string[], options) => {
      const { pactVerifyCommand } = await import('../commands/pact/verify.ts')
      done(await pactVerifyCommand(files, { ...options, suite }, io))
    })
}
