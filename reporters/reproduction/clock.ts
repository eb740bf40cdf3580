import type { Exchange } from '../../conformance/exchange.ts'
import type { SendingContext } from './parts.ts'
import { sendCommands } from './request.ts'

/** Milliseconds by which a script moves the clock between two reads, if the run gives no value. */
export const MOMENT = 2000

/**
 * Defines the shell function `pass MILLISECONDS`: it waits for a moment and moves the target's clock, if that can be moved.
 *
 * @param clock an exchange of the run that moved the clock
 */
export function clockCommands(clock: Exchange | undefined, sending: SendingContext): readonly string[] {
  const far = clock?.action?.milliseconds
  if (clock === undefined || far === undefined) return ['pass() { moment; }']
  const known = [...sending.known, { text: String(far), shell: '$1' }]
  const moves = sendCommands(clock, { ...sending, known })
  if (moves === undefined) return ['pass() { moment; }']
  return ['pass() {', ...moves.map((line) => `  ${line}`), '  moment', '}']
}
