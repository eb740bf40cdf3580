import { randomInt } from 'node:crypto'
import type { RunEvent } from '../../conformance/events.ts'
import { printable, progress, summaryText, verdictLines, weighedText } from '../../reporters/index.ts'
import type { Shard } from '../../runner/index.ts'
import { exitCodeWith, readBaseline } from '../baseline.ts'
import { searchForCanaries } from '../canary-search.ts'
import { overheard } from '../captured-output.ts'
import { certify, readSigningKey, removeCertificate } from '../certify.ts'
import { discoveryText } from '../discovery.ts'
import type { Io } from '../io.ts'
import { tellJob } from '../job.ts'
import type { TargetOptions } from '../open-target.ts'
import { defaultFolder, openOutput } from '../output.ts'
import type { PreparedRun } from '../prepare-run.ts'
import { judgingCommand } from '../rerun.ts'

/** The options of `run`, as the command line gives them. */
export interface RunCommandOptions extends TargetOptions {
  readonly suite: { readonly name: string; readonly version: string }
  /** Which side of the contract is judged; default the platform. */
  readonly side?: 'platform' | 'receiver'
  readonly out?: string
  readonly only: readonly string[]
  readonly scenario: readonly string[]
  readonly seed?: number
  readonly shard?: Shard
  /** File with known failures. */
  readonly baseline?: string
  /** File of a private key. */
  readonly signWith?: string
  /** Cases for each property. */
  readonly runs?: number
  /** File of a stored counterexample. */
  readonly replay?: string
  /** Most requests a second. */
  readonly rate?: number
  /** Finds out recipes that the profile lacks, with at most so many requests. */
  readonly discover?: boolean
  readonly discoverRequests?: number
  readonly allowWrites?: boolean
  readonly quiet?: boolean
  readonly json?: boolean
}

/** `run` and `certify`: judges a target, shows it, and leaves the reports. Returns the exit code of the verdict. */
export async function runCommand(options: RunCommandOptions, process: Io): Promise<number> {
  const { io, heard } = overheard(process)
  const { suite, json = false, quiet = false } = options
  const tell = json ? io.err : io.out
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  const key = options.signWith === undefined ? undefined : await readSigningKey(options.signWith)
  // Said before anything heavy is loaded, so that whoever waits sees at once that something is there.
  if (!quiet) tell(`${suite.name} ${suite.version} judges ${options.target ?? 'the embedded sandbox'}\n`)

  const seed = options.seed ?? randomInt(2 ** 32)
  const prepared = await prepare({ ...options, seed }, io)
  if (!quiet && prepared.notice !== undefined) tell(`${prepared.notice}\n`)
  const signal = io.interruption()
  const output = openOutput(options.out ?? defaultFolder(io.now()))
  const view = progress({
    write: quiet || json ? () => undefined : io.out,
    color: io.color,
    ...(io.columns === undefined ? {} : { columns: io.columns }),
  })
  const command = judgingCommand(options, io.env)
  const known = baseline?.map(({ requirement }) => requirement)
  if (options.discover === true && prepared.discover !== undefined)
    tell(discoveryText(await prepared.discover(signal)))
  for await (const event of prepared.start(signal)) {
    const told: RunEvent = event.type === 'run-started' ? Object.assign({}, event, { command, known }) : event
    output.add(told)
    view.add(told)
  }
  const { record, report } = output.finish((event) => prepared.cleaned(event))
  view.clear()
  tellJob(report, io)
  const remark = prepared.remark()
  if (remark !== undefined) tell(`${remark}\n`)
  if (json) io.out(verdictLines(report))
  else io.out(summaryText(report, { color: io.color, folder: output.folder }))
  if (key !== undefined) {
    const why = await certify(output.folder, record, report, { key, now: io.now() })
    tell(
      why.length === 0 ? 'certificate: certificate.json\n' : `no certificate: ${printable(why.join('; '))}\n`,
    )
  }
  const { code, weighed } = exitCodeWith(report, baseline ?? [])
  if (baseline !== undefined) tell(weighedText(weighed))
  const leak = searchForCanaries(output.folder, heard(), prepared.canaries)
  if (leak === undefined) return code
  removeCertificate(output.folder)
  io.err(`${printable(leak)}\n`)
  return 3
}

async function prepare(options: RunCommandOptions & { readonly seed: number }, io: Io): Promise<PreparedRun> {
  if (options.side === 'receiver') {
    const { prepareReceiverRun } = await import('../prepare-receiver.ts')
    return prepareReceiverRun(options, io)
  }
  const { prepareRun } = await import('../prepare-run.ts')
  return prepareRun(options, io)
}
