import { ConformanceError, messageOf } from '../conformance/errors.ts'
import { printable } from '../reporters/index.ts'
import type { Io } from './io.ts'

/** Codes of errors that the user can correct: in the command line, a profile or a folder that it names. */
const misuse: ReadonlySet<string> = new Set([
  ...['USAGE', 'USAGE_KEY', 'SELECTION_EMPTY', 'PROFILE_INVALID', 'VERSION_UNKNOWN', 'DESCRIPTION_INVALID'],
  ...['RESULTS_INVALID', 'RESULTS_UNREADABLE', 'RESULTS_UNMERGEABLE', 'PACT_MISSING', 'STORAGE_UNUSABLE'],
  'TRAFFIC_INVALID',
])

/** Prints an error as one line on stderr and returns the exit code: 2 for misuse, 3 for anything else. */
export function fail(error: unknown, io: Pick<Io, 'err' | 'env'>): 2 | 3 {
  const known = error instanceof ConformanceError
  const message = messageOf(error)
  const hint = known ? error.hint : 'this is unexpected; QUOTE_CONFORMANCE_DEBUG=1 shows where it came from'
  io.err(`quote-conformance: ${printable(message)}${hint === undefined ? '' : ` (${printable(hint)})`}\n`)
  if (io.env.QUOTE_CONFORMANCE_DEBUG === '1' && error instanceof Error) io.err(`${error.stack}\n`)
  return known && misuse.has(error.code) ? 2 : 3
}
