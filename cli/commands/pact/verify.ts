import type { RunEvent } from '../../../conformance/events.ts'
import { demandLibrary, readPact } from '../../../pact/index.ts'
import { verifiedJunit, verifiedText } from '../../../pact/report/verified.ts'
import { exitCodeOf, makeReport, printable, runRecordOf, styleFor } from '../../../reporters/index.ts'
import { captureOutput } from '../../captured-output.ts'
import type { Io } from '../../io.ts'
import { frontWords } from '../../rerun.ts'
import { searchForCanaries } from '../../run-folder/canary-search.ts'
import { openOutput } from '../../run-folder/output.ts'
import { undoJournal } from '../../run-folder/undo-journal.ts'
import { writeJunit } from './junit-file.ts'
import type { VerifyingOptions } from './verifying.ts'

export interface PactVerifyOptions extends Omit<VerifyingOptions, 'seed'> {
  readonly seed?: number
  /** Folder for the reports. */
  readonly out?: string
  readonly json?: boolean
  readonly junit?: string
}

/**
 * `pact verify FILE...`: verifies Pact files against a platform, or the embedded sandbox. Each interaction is a requirement of
 * a run. Returns 1 where an interaction fails. Returns 3 where the platform prevented a verification or nothing was verified.
 */
export async function pactVerifyCommand(
  names: readonly string[],
  options: PactVerifyOptions,
  process: Io,
): Promise<number> {
  demandLibrary()
  const { io, heard } = captureOutput(process)
  const { json = false, junit, seed = 1, out } = options
  const files = names.map(readPact)
  // Loaded only when needed, because it loads the whole suite of the platform side.
  const { openVerifying } = await import('./verifying.ts')
  const { verifiedOf } = await import('../../../pact/verify/verified.ts')
  const journal = out === undefined ? undefined : undoJournal(out)
  const verifying = await openVerifying(files, { ...options, seed }, io, journal?.add)
  try {
    const signal = io.interruption()
    const output = out === undefined ? undefined : openOutput(out)
    const command = againCommand(names, options, io.env)
    const events: RunEvent[] = []
    for await (const event of verifying.start(signal)) {
      const reported = event.type === 'run-started' ? { ...event, command, contracts: names } : event
      output?.add(reported)
      events.push(reported)
    }
    journal?.close()
    output?.finish(verifying.cleaned)
    const record = runRecordOf(events.map(verifying.cleaned))
    const { end } = record
    if (end !== undefined && end.how !== 'completed') io.err(`quote-conformance: ${printable(end.why)}\n`)
    const { version, targetName: target } = verifying
    const verified = verifiedOf(verifying.expectations, record)
    if (junit !== undefined) writeJunit(junit, verifiedJunit(verified, { version, now: io.now() }))
    if (json) io.out(`${JSON.stringify({ target, apiVersion: version, files: verified }, null, 2)}\n`)
    else
      io.out(
        verifiedText(verified, {
          target,
          style: styleFor(io.color),
          ...(out !== undefined && { folder: out }),
        }),
      )
    const leak = out === undefined ? undefined : searchForCanaries(out, heard(), verifying.canaries)
    if (leak === undefined) return exitCodeOf(makeReport(record))
    io.err(`quote-conformance: ${printable(leak)}\n`)
    return 3
  } finally {
    await verifying.close()
  }
}

/** The command line that verifies the same files again, without the options that select a part of them. */
function againCommand(
  names: readonly string[],
  { target, apiVersion, states, mutant, variant = [], allowWrites }: PactVerifyOptions,
  env: Io['env'],
): readonly string[] {
  const given = (option: string, value: string | undefined) => (value === undefined ? [] : [option, value])
  return [
    ...frontWords(env),
    ...['pact', 'verify', ...names],
    ...given('--target', target),
    ...given('--api-version', apiVersion),
    ...given('--states', states),
    ...given('--mutant', mutant),
    ...variant.flatMap((one) => ['--variant', one]),
    ...(allowWrites === true ? ['--allow-writes'] : []),
  ]
}
