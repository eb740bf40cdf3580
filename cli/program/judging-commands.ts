import { Command, Option } from 'commander'
import { usageError } from '../../conformance/errors.ts'
import { didYouMean } from '../../conformance/suggestion.ts'
import type { SideEntry, SideOption } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { append, onlyOnce, readAge, readCount, readRate, readSeed, readShard } from './values.ts'

/** Values that all commands share. */
export interface Front {
  readonly suite: { readonly name: string; readonly version: string }
  readonly io: Io
  /** Receives the exit code of the executed command. */
  done(code: number): void
}

/** Adds the command of each side. The first one is the default command. */
export function addJudgingCommands(program: Command, sides: readonly SideEntry[], front: Front): void {
  const certified = sides.flatMap(({ command: [, name] }) => name ?? [])
  const certify = new Command('certify')
    .description("judge a partner's side of the contract")
    .allowExcessArguments()
    .allowUnknownOption()
    .action((_, { args: [word] }: Command) => {
      const seen = word === undefined ? 'nothing' : `'${word}'`
      throw usageError(
        `certify is followed by ${seen}: it should be ${certified.join(', ')} or all`,
        (word === undefined ? undefined : didYouMean(word, [...certified, 'all'])) ??
          '--help lists the options',
      )
    })
  for (const [index, side] of sides.entries()) {
    const [first, second] = side.command
    const command =
      second === undefined ? program.command(first, { isDefault: index === 0 }) : certify.command(second)
    addOptions(command.description(side.description), side).action(async (options) => {
      const { runCommand } = await import('../commands/run.ts')
      const given = { only: [], scenario: [], ...options, suite: front.suite }
      front.done(await runCommand({ side, sides }, given, front.io))
    })
  }
  if (certified.length === 0) return
  certify
    .command('all')
    .description('judge every profile of receivers and clients in a folder, each in a process of its own')
    .argument('<dir>', 'folder with the profiles')
    .option('--out <dir>', 'folder for the reports, one below it for each profile (default: reports/<time>)')
    .option('--jobs <n>', 'how many are judged at once', readCount, 4)
    .option('--api-version <version>', 'changelog version to judge by (default: that of each profile)')
    .option('--only <pattern>', 'judge only this requirement id or clause; repeatable', append)
    .option('--scenario <pattern>', 'drive only this scenario; `*` matches anything; repeatable', append)
    .option('--dry-run', 'only say what would be driven; sends nothing')
    .option('--seed <n>', 'seed of everything that is generated (default: random)', readSeed)
    .option('--runs <n>', 'cases for each property', readCount)
    .option('--failed-only', 'judge only what was not conformant in the earlier certify all of --out')
    .option('--stale <age>', 'judge only what was judged longer ago than this, such as 30d', readAge)
    .option(
      '--sign-with <key>',
      'write certificates, signed with this private key, for the runs that earn one',
    )
    .action(async (folder: string, options) => {
      const { certifyAllCommand } = await import('../commands/certify-all.ts')
      front.done(await certifyAllCommand(folder, sides, { only: [], scenario: [], ...options }, front.io))
    })
  program.addCommand(certify)
}

function addOptions(command: Command, { target, options }: SideEntry): Command {
  const named = new Option('--target <file>', target.description)
    .argParser(onlyOnce)
    .makeOptionMandatory(target.required)
  shared(command.addOption(named))
  for (const option of options) command.addOption(optionOf(option))
  return command
}

function optionOf({ flags, description, value, asks }: SideOption): Option {
  const option = new Option(flags, description).conflicts(asks === true ? 'dryRun' : [])
  switch (value) {
    case 'flag':
      return option
    case 'text':
      return option.argParser(onlyOnce)
    case 'list':
      return option.argParser(append)
    case 'count':
      return option.argParser(readCount)
    case 'rate':
      return option.argParser(readRate)
  }
}

/** Adds the options that all judging commands share. */
function shared(command: Command): Command {
  return command
    .option('--out <dir>', 'folder for the reports (default: reports/<time>)')
    .option(
      '--api-version <version>',
      'changelog version to judge by (default: that of the profile, else the newest)',
    )
    .option(
      '--only <pattern>',
      'judge only this requirement id or clause; `*` matches anything; repeatable',
      append,
    )
    .option(
      '--require <pattern>',
      'fail the run where this requirement id, or a must of this clause, is not exercised; repeatable',
      append,
    )
    .option(
      '--scenario <pattern>',
      'drive only this scenario, or a case of it (scenario#case); `*` matches anything; repeatable',
      append,
    )
    .option('--seed <n>', 'seed of everything that is generated (default: random)', readSeed)
    .option(
      '--runs <n>',
      'cases for each property (default: 25 embedded, 10 elsewhere, 40 of a receiver, 8 of a client)',
      readCount,
    )
    .option('--replay <file>', 'run only the counterexample that an earlier run stored', onlyOnce)
    .option('--shard <i/n>', 'drive only this part of all scenarios', readShard)
    .option('--durations <dir>', 'folder of an earlier run, whose durations divide the scenarios into shards')
    .option('--allow-writes', 'write in production too')
    .option(
      '--baseline <file>',
      'known failures, which do not fail the run; an entry that no longer fails does',
      onlyOnce,
    )
    .option('-x, --exit-first', 'stop after the first cause of failures, and write all reports')
    .option('--max-failures <n>', 'stop after this many causes of failures', readCount)
    .option('--sign-with <key>', 'write a certificate, signed with this private key, if the run earns one')
    .addOption(
      new Option(
        '--dry-run',
        'say which scenarios would run and what cannot be exercised, and why; send nothing',
      ).conflicts('json'),
    )
    .option('--quiet', 'print only the end')
    .option('--json', 'print one JSON line for each verdict and nothing else')
}
