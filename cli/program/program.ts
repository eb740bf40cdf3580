import { Command, Option } from 'commander'
import type { SideEntry } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { addExamples } from './examples.ts'
import { addJudgingCommands } from './judging-commands.ts'
import { addPactCommands } from './pact-commands.ts'
import { addRecordingCommands } from './recording-commands.ts'
import { addSetupCommands } from './setup-commands.ts'
import { append, onlyOnce, readFolder, readPort, readSeed } from './values.ts'

/**
 * Defines the command line for commander. The module of a command is loaded only when the command is called, so that output
 * starts at once.
 *
 * @param sides the sides that can be judged
 * @param done receives the exit code of the executed command
 */
export function buildProgram(
  suite: { readonly name: string; readonly version: string },
  sides: readonly SideEntry[],
  io: Io,
  done: (code: number) => void,
): Command {
  const program = new Command(suite.name)
    .description(
      "Judges implementations of a cyber-insurance quote and bind API against the API's specification.",
    )
    .version(suite.version)
    .addHelpText('after', '\nWithout a command it is `run`: see `quote-conformance run --help`.')
  const command = (name: string, description: string) => program.command(name).description(description)

  addJudgingCommands(program, sides, { suite, io, done })

  command('doctor', 'check profile, network, credentials, recipes and actions; judge nothing')
    .option(
      '--target <file>',
      'profile of a platform, a receiver or a client (default: the embedded sandbox)',
      onlyOnce,
    )
    .option(
      '--clean <dir>',
      'undo what the run with this folder left on the target, and check nothing else',
      readFolder,
    )
    .action(async (options) => {
      const { doctorCommand } = await import('../commands/doctor.ts')
      done(await doctorCommand(sides, options, io))
    })

  command('sandbox', 'serve the embedded platform for people and clients')
    .option('--port <n>', 'port of the API; 0 takes a free one', readPort, 4010)
    .option('--control-port <n>', 'port of the control API; 0 takes a free one', readPort, 0)
    .addOption(
      new Option(
        '--clock <kind>',
        'how time passes: by itself and on request (a move of exact contains its real time), like a wall clock, only on request',
      )
        .choices(['running', 'exact', 'real', 'virtual'])
        .default('running'),
    )
    .option('--variant <id>', 'a legal variant of the sandbox; repeatable', append)
    .option('--mutant <id>', 'a defect to show', onlyOnce)
    .option('--list [word]', 'list variants and mutants with a sentence each, all or those with a word')
    .option('--api-version <version>', 'changelog version that it has (default: the newest)')
    .option('--quiet', 'print no requests and deliveries as they pass')
    .option('--https', 'serve https with a certificate made for this sandbox')
    .option('--no-portals', 'serve no partner portal, webhook portal and operator pages')
    .option('--seed <n>', 'seed of credentials, ids and tokens (default: random)', readSeed)
    .option('--data <dir>', 'keep everything in this folder, and go on with what is there', onlyOnce)
    .option('--out <dir>', 'folder for the profile (default: the one of --data, or a temporary one)')
    .action(async (options) => {
      const { sandboxCommand } = await import('../commands/sandbox.ts')
      done(await sandboxCommand(options, io))
    })

  command('requirements', 'list every requirement with its clause and checks')
    .argument('[word...]', 'list only requirements that contain all of these words')
    .option(
      '--only <pattern>',
      'list only this requirement id or clause; `*` matches anything; repeatable',
      append,
    )
    .addOption(
      new Option('--format <format>', 'how to write it')
        .choices(['table', 'json', 'yaml', 'markdown'])
        .default('table'),
    )
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .action(async (words: string[], options) => {
      const { requirementsCommand } = await import('../commands/requirements.ts')
      done(await requirementsCommand(sides, { only: [], ...options, words }, io))
    })

  command('schema', 'print the schema of a profile or of a file that a run leaves')
    .argument('[name]', 'profile, receiver-profile, report...; without it their names')
    .action(async (name: string | undefined) => {
      const { schemaCommand } = await import('../commands/schema.ts')
      done(schemaCommand(name, io))
    })

  command('diff', 'compare two OpenAPI documents, or two versions of the changelog')
    .argument('<old>', 'file, URL or version')
    .argument('<new>', 'file, URL or version')
    .addOption(
      new Option('--format <format>', 'how to write it')
        .choices(['text', 'json', 'markdown', 'junit'])
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .option('--allow <file>', 'accepted breaking changes, each with at, reason and expires')
    .action(async (old: string, now: string, { json, ...options }) => {
      const { diffCommand } = await import('../commands/diff.ts')
      done(await diffCommand(old, now, json === true ? { ...options, format: 'json' } : options, io))
    })

  command('openapi', "print the API's OpenAPI 3.1 document as of a version")
    .addOption(
      new Option('--format <format>', 'output format; journeys as Arazzo, events as AsyncAPI')
        .choices(['yaml', 'json', 'postman', 'arazzo', 'asyncapi'])
        .default('yaml'),
    )
    .option('--api-version <version>', 'changelog version (default: the newest)')
    .action(async (options) => {
      const { openapiCommand } = await import('../commands/openapi.ts')
      done(await openapiCommand(options, io))
    })

  command('report', 'make all reports of a run again from its results.jsonl, or one of several shards')
    .argument('<dir...>', 'folder that a run left behind; several for the shards of one run')
    .option('--rejudge', 'let the claims of this version judge the recorded evidence anew')
    .option('--out <dir>', 'folder for the reports (default: the folder of the run)')
    .option(
      '--baseline <file>',
      'known failures, which do not fail the run; an entry that no longer fails does',
      onlyOnce,
    )
    .addOption(
      new Option(
        '--format <format>',
        'print the run as HTTP Archive or Common Test Report; write nothing',
      ).choices(['har', 'ctrf']),
    )
    .action(async (folders: string[], { format, ...options }) => {
      if (format !== undefined) {
        const { reportFormatCommand } = await import('../commands/report-format.ts')
        done(reportFormatCommand(folders[0] ?? '', format, io))
        return
      }
      const { reportCommand } = await import('../commands/report.ts')
      done(await reportCommand(folders, { ...options, suite }, io))
    })

  command('annotate', 'print the failures of a run as annotations of a CI job')
    .argument('<dir>', 'folder that a run left behind')
    .addOption(
      new Option('--format <format>', 'workflow commands of GitHub, or code quality of GitLab')
        .choices(['github', 'gitlab'])
        .makeOptionMandatory(),
    )
    .option('--file <file>', 'file that the annotations name: the profile, by its path in the repository')
    .option('--baseline <file>', 'known failures, which are not shown', onlyOnce)
    .action(async (folder: string, options) => {
      const { annotateCommand } = await import('../commands/annotate.ts')
      done(annotateCommand(folder, options, io))
    })

  command('compare', 'say what changed between two runs')
    .argument('<run-a>', 'folder of the earlier run')
    .argument('<run-b>', 'folder of the later run')
    .option('--baseline <file>', 'known failures and losses, which are no regression', onlyOnce)
    .option('--json', 'print one JSON value and nothing else')
    .action(async (before: string, after: string, options) => {
      const { compareCommand } = await import('../commands/compare.ts')
      done(await compareCommand(before, after, options, io))
    })

  command('baseline', 'write a file of known failures: the causes of what failed in a run')
    .argument('<dir>', 'folder that a run left behind')
    .option(
      '--out <file>',
      'the file to write, in the current folder unless named otherwise; reasons that it has already stay',
      'baseline.yaml',
    )
    .option('--since <dir>', 'also name what this earlier run exercised and the run does not')
    .action(async (folder: string, options) => {
      const { baselineCommand } = await import('../commands/baseline.ts')
      done(baselineCommand(folder, options, io))
    })

  command('keygen', 'make a pair of keys that signs certificates')
    .option(
      '--out <file>',
      'file of the private key; the public one gets .pub behind it',
      'certificate-key.pem',
    )
    .action(async (options) => {
      const { keygenCommand } = await import('../commands/keygen.ts')
      done(await keygenCommand(options, io))
    })

  command('sign', 'certify a finished run, in a step that starts no program of a partner')
    .argument('<dir...>', 'folder that a run left behind, or that of `certify all`')
    .requiredOption('--key <file>', 'private key to sign with')
    .action(async (folders: string[], options) => {
      const { signCommand } = await import('../commands/sign.ts')
      done(await signCommand(folders, options, io))
    })

  command('verify', 'check a certificate')
    .argument('<file...>', 'certificate.json; several are compared side by side')
    .option('--key <file>', 'public key of the signer; without it no signature is checked')
    .option('--results <dir>', 'folder of the run: compares the certificate with its files')
    .action(async (files: string[], options) => {
      const { verifyAll } = await import('../commands/verify.ts')
      done(await verifyAll(files, options, io))
    })

  addRecordingCommands(program, { suite, io, done })
  addPactCommands(program, { suite, io, done })
  addSetupCommands(program, sides, io, done)
  addExamples(program)

  for (const one of [program, ...program.commands.flatMap((each) => [each, ...each.commands])]) {
    one.exitOverride().configureOutput({ writeOut: io.out, writeErr: () => undefined })
  }
  return program
}
