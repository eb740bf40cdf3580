import type { Clock, MovableClock } from '../clock.ts'
import { Refusal } from '../office/refusal.ts'
import type { Action } from './action.ts'

/** The last moment whose year has four digits, as every timestamp of the API has. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** True when the clock can be moved. */
const isMovable = (clock: Clock): clock is MovableClock => clock.kind !== 'real'

/** Moves the clock by `milliseconds` and answers when everything that fell due has been done. */
export const advanceClock: Action = async ({ milliseconds }, { clock }) => {
  if (!isMovable(clock)) throw new Refusal('conflict', 'this sandbox runs on real time')
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds) || milliseconds < 0)
    throw new Refusal('invalid', 'milliseconds must be a number that is not negative')
  if (clock.now() + milliseconds > LAST_MS)
    throw new Refusal('invalid', 'milliseconds must not lead beyond the year 9999')
  await clock.advance(milliseconds)
  return { now: new Date(clock.now()).toISOString() }
}
