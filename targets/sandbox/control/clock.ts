import type { Clock, MovableClock } from '../clock.ts'
import { Refusal } from '../office/refusal.ts'
import type { Action } from './action.ts'

/** True when the clock can be moved. */
const isMovable = (clock: Clock): clock is MovableClock => clock.kind !== 'real'

/** Moves the clock by `milliseconds` and answers when all that fell due has been done. */
export const advanceClock: Action = async ({ milliseconds }, { clock }) => {
  if (!isMovable(clock)) throw new Refusal('conflict', 'this sandbox runs on real time')
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds) || milliseconds < 0)
    throw new Refusal('invalid', 'milliseconds must be a number that is not negative')
  await clock.advance(milliseconds)
  return { now: new Date(clock.now()).toISOString() }
}
