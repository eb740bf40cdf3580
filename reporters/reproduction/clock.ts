import type { Exchange } from '../../conformance/exchange.ts'
import type { Sending } from './parts.ts'
import { sendCommands } from './request.ts'

/** Milliseconds by which a clock is moved between two reads, where the run moved it by nothing in particular. */
export const MOMENT = 2000

/**
 * Defines `pass MILLISECONDS`: a moment passes, and the target's clock moves on where it is one that is moved.
 *
 * @param clock an exchange of the run that moved it
 */
export function clockCommands(clock: Exchange | undefined, sending: Sending): readonly string[] {
  const far = clock?.action?.milliseconds
  if (clock === undefined || far === undefined) return ['pass() { moment; }']
  const known = [...sending.known, { text: String(far), shell: '$1' }]
  const moves = sendCommands(clock, { ...sending, known })
  if (moves === undefined) return ['pass() { moment; }']
  return ['pass() {', ...moves.map((line) => `  ${line}`), '  moment', '}']
}
