import type { Command } from 'commander'
import type { Front } from './judging-commands.ts'
import { append, once } from './values.ts'

/** Adds `judge`, which judges recorded traffic. */
export function addRecordingCommands(program: Command, { suite, io, done }: Front): void {
  program
    .command('judge')
    .description('judge recorded traffic: HAR files, or results.jsonl of a run; send nothing')
    .argument('<file...>', 'HAR 1.2 files, or folders of runs; their entries are merged by time')
    .option(
      '--target <file>',
      'profile of the platform (default: its addresses are found from the paths)',
      once,
    )
    .option(
      '--api-version <version>',
      'changelog version (default: that of the profile, else the newest)',
      once,
    )
    .option(
      '--whole <kinds>',
      'kinds of entries of which none is missing: requests,deliveries,operator',
      once,
    )
    .option(
      '--signing-secret-file <file>',
      "the endpoints' signing secrets, one a line, to check signatures",
      once,
    )
    .option('--only <pattern>', 'judge only this requirement id or clause; repeatable', append)
    .option('--verbose', 'list what could not be judged')
    .option('--json', 'print one JSON line for each statement and nothing else')
    .action(async (files: string[], options) => {
      const { judgeCommand } = await import('../commands/judge.ts')
      done(await judgeCommand(files, { ...options, suite }, io))
    })
}
