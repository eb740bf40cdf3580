import { randomInt } from 'node:crypto'
import type { RunEvent } from '../../conformance/events.ts'
import { exitCodeOf, progress, summaryText, verdictLines } from '../../reporters/index.ts'
import type { Shard } from '../../runner/index.ts'
import { discoveryText } from '../discovery.ts'
import type { Io } from '../io.ts'
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
export async function runCommand(options: RunCommandOptions, io: Io): Promise<number> {
  const { suite, json = false, quiet = false } = options
  const tell = json ? io.err : io.out
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
  if (options.discover === true && prepared.discover !== undefined)
    tell(discoveryText(await prepared.discover(signal)))
  for await (const event of prepared.start(signal)) {
    const told: RunEvent = event.type === 'run-started' ? Object.assign({}, event, { command }) : event
    output.add(told)
    view.add(told)
  }
  const report = output.finish()
  view.clear()
  if (json) io.out(verdictLines(report))
  else io.out(summaryText(report, { color: io.color, folder: output.folder }))
  return exitCodeOf(report)
}

async function prepare(options: RunCommandOptions & { readonly seed: number }, io: Io): Promise<PreparedRun> {
  if (options.side === 'receiver') {
    const { prepareReceiverRun } = await import('../prepare-receiver.ts')
    return prepareReceiverRun(options, io)
  }
  const { prepareRun } = await import('../prepare-run.ts')
  return prepareRun(options, io)
}
