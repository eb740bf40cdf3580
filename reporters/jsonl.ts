import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { ConformanceError } from '../conformance/errors.ts'
import { runEventIn } from '../conformance/event-line.ts'
import type { RunEvent } from '../conformance/events.ts'

/**
 * Appends each event to a file as one line, synchronously, so that a killed run leaves all its events. It replaces an older
 * file of that name.
 */
export function jsonlWriter(file: string): { add(event: RunEvent): void; close(): void } {
  const descriptor = openSync(file, 'w')
  return {
    add: (event) => {
      const line = Buffer.from(`${JSON.stringify(event)}\n`)
      for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at)
    },
    close: () => closeSync(descriptor),
  }
}

/**
 * Reads the events of `results.jsonl`. Skips a last line that is incomplete because the run was killed.
 *
 * @throws ConformanceError RESULTS_UNREADABLE, RESULTS_INVALID with the number of the line
 */
export function readEvents(file: string): readonly RunEvent[] {
  const lines = read(file).split('\n')
  const events: RunEvent[] = []
  for (const [index, line] of lines.entries()) {
    const event = line === '' ? undefined : runEventIn(line)
    if (event !== undefined) events.push(event)
    else if (index < lines.length - 1) {
      throw new ConformanceError('RESULTS_INVALID', `line ${index + 1} of ${file} is no event of a run`)
    }
  }
  if (events[0]?.type !== 'run-started') {
    throw new ConformanceError('RESULTS_INVALID', `${file} does not begin with the start of a run`)
  }
  return events
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConformanceError('RESULTS_UNREADABLE', `${file} cannot be read`, {
      hint: 'give the folder that a run left behind',
      cause: error,
    })
  }
}
