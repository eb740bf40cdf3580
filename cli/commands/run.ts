import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import type { RunEvent } from '../../conformance/events.ts'
import type { Shard } from '../../conformance/selection/shard.ts'
import {
  count,
  namedIn,
  outlookText,
  printable,
  progress,
  summaryText,
  verdictStream,
  weighedText,
} from '../../reporters/index.ts'
import type { SideEntry, TargetOptions } from '../../sides/index.ts'
import { prepareRun } from '../../sides/prepare.ts'
import { refuseOtherSide } from '../../sides/selecting.ts'
import { captureOutput } from '../captured-output.ts'
import { exitCodeWith, knownBy, readBaseline } from '../finished-runs/baseline.ts'
import { resumedFrom } from '../finished-runs/resumed.ts'
import { plannedShard } from '../finished-runs/shards.ts'
import type { Io } from '../io.ts'
import { tellJob } from '../job.ts'
import { judgingCommand } from '../rerun.ts'
import { searchForCanaries } from '../run-folder/canary-search.ts'
import {
  certificateLine,
  certify,
  readSigningKey,
  refuseKeyBeside,
  removeCertificate,
} from '../run-folder/certify.ts'
import { addressIn, addressKeeper } from '../run-folder/kept-address.ts'
import { defaultFolder, openOutput } from '../run-folder/output.ts'
import { DISCOVERED } from '../run-folder/reports.ts'
import { undoJournal } from '../run-folder/undo-journal.ts'

/** The options of all judging commands, as the command line gives them. The options of a side are added to them. */
export interface RunCommandOptions extends TargetOptions {
  readonly suite: { readonly name: string; readonly version: string }
  readonly out?: string
  readonly only: readonly string[]
  readonly scenario: readonly string[]
  /** Patterns of requirements that the run must exercise. */
  readonly require?: readonly string[]
  /** Ends the run after the first cause of failures, or after this many. */
  readonly exitFirst?: boolean
  readonly maxFailures?: number
  /** Folder of a run that was not brought to its end. */
  readonly resume?: string
  readonly seed?: number
  readonly shard?: Shard
  /** Folder of an earlier run. */
  readonly durations?: string
  /** File with known failures. */
  readonly baseline?: string
  /** File of a private key. */
  readonly signWith?: string
  /** Number of cases for each property. */
  readonly runs?: number
  readonly allowWrites?: boolean
  /** Only says what would be driven. */
  readonly dryRun?: boolean
  readonly quiet?: boolean
  readonly json?: boolean
}

/** `run` and `certify`: judges a target, shows the progress, and writes the reports. Returns the exit code of the verdict. */
export async function runCommand(
  { side: entry, sides }: { readonly side: SideEntry; readonly sides: readonly SideEntry[] },
  options: RunCommandOptions,
  process: Io,
): Promise<number> {
  const { io, heard } = captureOutput(process)
  const { suite, json = false, quiet = false, dryRun = false } = options
  const tell = json ? io.err : io.out
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  const key =
    options.signWith === undefined ? undefined : await readSigningKey(options.signWith, '--sign-with')
  // Printed before large modules are loaded, so that the user sees output at once.
  const judges = `${suite.name} ${suite.version} ${dryRun ? 'would judge' : 'judges'}`
  if (!quiet) tell(`${judges} ${options.target ?? 'the embedded sandbox'}\n`)

  await entry.begin?.(options)
  await refuseOtherSide(entry, sides, options.target)
  const resumed =
    options.resume === undefined ? undefined : resumedFrom(options.resume, { kind: entry.name, suite })
  const seed = resumed?.seed ?? options.seed ?? randomInt(2 ** 32)
  if (options.durations !== undefined && options.shard === undefined)
    throw usageError('--durations divides a run into shards: it should come with --shard')
  const part = options.shard && { shard: plannedShard(options.shard, entry, options.durations) }
  const after = options.maxFailures ?? (options.exitFirst === true ? 1 : undefined)
  const stop = after === undefined ? undefined : { stop: { after, isKnown: knownBy(baseline ?? []) } }
  const prepared = await prepareRun(
    await entry.load(),
    { ...options, ...part, ...stop, ...resumed, seed },
    io,
  )
  if (key !== undefined && prepared.program !== undefined) refuseKeyBeside(prepared.program)
  if (resumed !== undefined)
    tell(`${count(resumed.done.size, 'scenario')} done before, taken from ${options.resume}
`)
  if (!quiet && prepared.notice !== undefined) tell(`${prepared.notice}\n`)
  if (dryRun) {
    tell(outlookText(await prepared.outlook(), { color: io.color, quiet }))
    return 0
  }
  const signal = io.interruption()
  // Read first, since the run that is resumed may be in the folder of this one.
  const address = options.resume === undefined ? undefined : addressIn(options.resume)
  const output = openOutput(options.out ?? defaultFolder(io.now()))
  if (output.earlier !== undefined)
    io.err(`the earlier run in ${output.folder} is kept in ${output.earlier}\n`)
  const journal = undoJournal(output.folder)
  const addresses = addressKeeper(output.folder, address)
  const view = progress({
    write: quiet || json ? () => undefined : io.out,
    color: io.color,
    ...(io.columns === undefined ? {} : { columns: io.columns }),
  })
  const command = judgingCommand(entry, options, io.env)
  const known = baseline && namedIn(baseline)
  const { required } = prepared
  const cases = options.runs
  const verdicts = verdictStream()
  const discovered = await prepared.discover(signal, quiet ? undefined : (line) => tell(`${line}\n`))
  if (discovered !== undefined) tell(discovered.summary)
  if (discovered?.block !== undefined) {
    const file = join(output.folder, DISCOVERED)
    writeFileSync(file, discovered.block)
    tell(`this block is in ${file}, too\n`)
  }
  for await (const event of prepared.start(signal, journal.add, addresses)) {
    const reported: RunEvent =
      event.type === 'run-started' ? Object.assign({}, event, { command, known, required, cases }) : event
    output.add(reported)
    view.add(reported)
    if (json) io.out(verdicts.add(reported))
    const welcome = event.type === 'run-started' ? prepared.welcome() : undefined
    if (welcome !== undefined) tell(`${welcome}\n`)
    if (output.problem() !== undefined) break
  }
  journal.close()
  const { record, report } = output.finish(
    (event) => prepared.cleaned(event),
    (name) => view.tell(`writing ${name}`),
  )
  const problem = output.problem()
  view.clear()
  tellJob(report, io)
  const remark = prepared.remark()
  if (remark !== undefined) tell(`${remark}\n`)
  const { code, weighed } = exitCodeWith(report, baseline ?? [])
  if (json) io.out(verdicts.end(report, code))
  else
    io.out(summaryText(report, { color: io.color, ...(problem === undefined && { folder: output.folder }) }))
  if (baseline !== undefined) tell(weighedText(weighed))
  const refused =
    key === undefined || problem !== undefined
      ? undefined
      : await certify(output.folder, record, report, { key, now: io.now() })
  const leak = searchForCanaries(output.folder, heard(), prepared.canaries)
  if (leak !== undefined) removeCertificate(output.folder)
  if (refused !== undefined) tell(certificateLine(record, leak === undefined ? refused : [leak]))
  const wrong = leak ?? problem
  if (wrong === undefined) return code
  io.err(`quote-conformance: ${printable(wrong)}\n`)
  return 3
}
