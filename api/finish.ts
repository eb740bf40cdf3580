import { searchForCanaries } from '../cli/run-folder/canary-search.ts'
import { openOutput } from '../cli/run-folder/output.ts'
import { undoJournal } from '../cli/run-folder/undo-journal.ts'
import { ConformanceError } from '../conformance/errors.ts'
import type { RunEvent } from '../conformance/events.ts'
import { makeReport, type Report, recorder } from '../reporters/index.ts'
import type { PreparedRun } from '../sides/prepare.ts'
import type { RunOptions } from './options.ts'

/** The signal of a run that nobody interrupts. */
export const uninterrupted: AbortSignal = new AbortController().signal

/** Drives a prepared run to its report. */
export async function finish(
  made: PreparedRun,
  { out, onEvent, signal = uninterrupted }: Pick<RunOptions, 'out' | 'onEvent' | 'signal'>,
): Promise<Report> {
  if (out === undefined) return inMemory(made, onEvent, signal)
  const output = openOutput(out)
  const journal = undoJournal(output.folder)
  for await (const event of made.start(signal, journal.add)) {
    output.add(event)
    onEvent?.(event)
  }
  journal.close()
  const { report } = output.finish((event) => made.cleaned(event))
  const leak = searchForCanaries(output.folder, '', made.canaries)
  if (leak !== undefined) throw new ConformanceError('SECRET_SHOWN', leak)
  return report
}

async function inMemory(
  made: PreparedRun,
  onEvent: RunOptions['onEvent'],
  signal: AbortSignal,
): Promise<Report> {
  const collected = recorder()
  const events: RunEvent[] = []
  for await (const event of made.start(signal)) {
    events.push(event)
    onEvent?.(event)
  }
  for (const event of events) collected.add(made.cleaned(event))
  const record = collected.record()
  if (record === undefined) throw new Error('a run ended without having begun')
  return makeReport(record)
}
