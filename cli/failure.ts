import { ConformanceError } from '../conformance/errors.ts'
import { printable } from '../reporters/index.ts'
import type { Io } from './io.ts'

/** Begins the codes of errors that whoever typed the command can mend: in the command line or in the profile. */
const misuse = /^(USAGE|SELECTION|PROFILE|VERSION_UNKNOWN|RESULTS)/

/** Says an error in one line on stderr and returns the exit code: 2 for misuse, 3 for anything else. */
export function fail(error: unknown, io: Pick<Io, 'err' | 'env'>): 2 | 3 {
  const known = error instanceof ConformanceError
  const message = error instanceof Error ? error.message : String(error)
  const hint = known
    ? error.hint
    : 'this was not foreseen; QUOTE_CONFORMANCE_DEBUG=1 shows where it came from'
  io.err(`quote-conformance: ${printable(message)}${hint === undefined ? '' : ` (${printable(hint)})`}\n`)
  if (io.env.QUOTE_CONFORMANCE_DEBUG === '1' && error instanceof Error) io.err(`${error.stack}\n`)
  return known && misuse.test(error.code) ? 2 : 3
}
