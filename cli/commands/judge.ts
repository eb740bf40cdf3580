import { readFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'
import { ENTRY_KINDS, type EntryKind } from '../../conformance/ledger.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import { recordingExitCode, recordingJson, recordingText } from '../../reporters/index.ts'
import { judgeRecordings, knownTarget } from '../../sides/recording/index.ts'
import { specOf } from '../../sides/version.ts'
import type { Io } from '../io.ts'
import { frontWords } from '../rerun.ts'

export interface JudgeCommandOptions {
  /** Name and version of the tool. */
  readonly suite: { readonly name: string; readonly version: string }
  readonly target?: string
  readonly apiVersion?: string
  /** Kinds of entries, separated by commas. */
  readonly whole?: string
  readonly signingSecretFile?: string
  readonly only?: readonly string[]
  readonly verbose?: boolean
  readonly json?: boolean
}

/**
 * `judge FILE...`: judges recorded traffic, and sends nothing. Returns 0 where it shows no breach, 1 for a breach of a `must`. Returns 3
 * where nothing could be judged, a file was cut off or the suite itself failed.
 *
 * @throws ConformanceError USAGE for a file that is no recording
 */
export async function judgeCommand(
  files: readonly string[],
  options: JudgeCommandOptions,
  io: Io,
): Promise<number> {
  const { suite, target, apiVersion, whole, signingSecretFile, only, verbose = false, json = false } = options
  const known = target === undefined ? undefined : await knownTarget(target, io.env)
  const spec = await specOf(apiVersion ?? known?.apiVersion, '--api-version')
  const signingSecrets = [
    ...(signingSecretFile === undefined ? [] : secretsIn(signingSecretFile)),
    ...(known?.signingSecret === undefined ? [] : [known.signingSecret]),
  ]
  const { report, facts } = await judgeRecordings({
    ...{ files, spec, suite, signingSecrets, now: io.now },
    ...(only && { only }),
    ...(whole !== undefined && { whole: kindsIn(whole) }),
    ...(known && { known: known.target, secrets: known.secrets }),
    command: commandOf(files, options, io.env),
  })
  const code = recordingExitCode(report, facts.isCutOff || facts.hasFaults)
  const besides = { ...facts, secrets: facts.secrets.count }
  io.out(
    json
      ? recordingJson(report, besides, code)
      : recordingText(report, besides, { color: io.color, verbose }),
  )
  return code
}

function kindsIn(text: string): readonly EntryKind[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !ENTRY_KINDS.some((kind) => kind === name))
  if (wrong !== undefined)
    throw usageError(`--whole names '${wrong}': it should be some of ${ENTRY_KINDS.join(',')}`)
  return ENTRY_KINDS.filter((kind) => names.includes(kind))
}

/** Secrets, one on each line. */
function secretsIn(file: string): readonly string[] {
  try {
    const secrets = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (secrets.length > 0) return secrets
  } catch (error) {
    throw usageError(`--signing-secret-file ${file} cannot be read: ${reasonOf(error)}`)
  }
  throw usageError(`--signing-secret-file ${file} holds no secret: there should be one on each line`)
}

function commandOf(
  files: readonly string[],
  { target, apiVersion, whole, signingSecretFile }: Omit<JudgeCommandOptions, 'suite'>,
  env: Io['env'],
): readonly string[] {
  const given = (option: string, value: string | undefined) => (value === undefined ? [] : [option, value])
  return [
    ...frontWords(env),
    ...['judge', ...files],
    ...given('--target', target),
    ...given('--api-version', apiVersion),
    ...given('--whole', whole),
    ...given('--signing-secret-file', signingSecretFile),
  ]
}
