import type { Command } from 'commander'
import type { Front } from './judging-commands.ts'
import { append, onlyOnce, readFolder } from './values.ts'

/** Adds `judge`, which judges recorded traffic, and `proxy`, which records it. */
export function addRecordingCommands(program: Command, { suite, io, done }: Front): void {
  program
    .command('judge')
    .description('judge recorded traffic of platforms and clients; send nothing')
    .argument(
      '<file...>',
      'HAR 1.2 files, whose entries are merged by time, or folders of runs and of the proxy',
    )
    .option(
      '--target <file>',
      'profile of the platform (default: its addresses are found from the paths)',
      onlyOnce,
    )
    .option(
      '--api-version <version>',
      'changelog version (default: that of the profile, else the newest)',
      onlyOnce,
    )
    .option(
      '--whole <kinds>',
      'kinds of entries of which none is missing: requests,deliveries,operator',
      onlyOnce,
    )
    .option(
      '--signing-secret-file <file>',
      "the endpoints' signing secrets, one a line, to check signatures",
      onlyOnce,
    )
    .option('--only <pattern>', 'judge only this requirement id or clause; repeatable', append)
    .option('--verbose', 'list what could not be judged')
    .option('--json', 'print one JSON line for each statement and nothing else')
    .action(async (files: string[], options) => {
      const { judgeCommand } = await import('../commands/judge.ts')
      done(await judgeCommand(files, { ...options, suite }, io))
    })

  program
    .command('proxy')
    .description('pass requests on to a platform and deliveries to a receiver; record and judge what passes')
    .requiredOption('--target <file>', 'profile of the platform', onlyOnce)
    .option('--listen <address>', 'where clients reach the proxy; port 0 takes a free one', '127.0.0.1:4030')
    .option('--deliver-to <url>', 'receiver that gets the deliveries to /hooks of the proxy', onlyOnce)
    .option('--tls-cert <file>', 'certificate of the proxy, as PEM; without it plain HTTP', onlyOnce)
    .option('--tls-key <file>', 'its private key, as PEM', onlyOnce)
    .option(
      '--whole <kind>',
      'all entries of this kind pass here: requests, deliveries, operator; repeatable',
      append,
    )
    .option(
      '--api-version <version>',
      'changelog version to judge by (default: that of the profile)',
      onlyOnce,
    )
    .option('--out <dir>', 'folder for traffic.jsonl and reports (default: reports/<time>)', readFolder)
    .option('--json', 'print one JSON line for each statement at the end; what is for people goes to stderr')
    .action(async (options) => {
      const { proxyCommand } = await import('../commands/proxy.ts')
      done(await proxyCommand({ ...options, suite }, io))
    })
}
