import type { MovableClock } from './clock.ts'
import { virtualClock } from './clock-virtual.ts'

/** How often a running clock catches up with the machine's, in milliseconds. */
const TICK_MS = 20

/** A clock that runs like the machine's own and can be moved ahead of it: time for people, and for those in a hurry. */
export function runningClock(): MovableClock {
  const clock = virtualClock(Date.now())
  let caughtUp = performance.now()
  const behind = () => performance.now() - caughtUp
  const catchUp = (): Promise<void> => {
    const milliseconds = behind()
    caughtUp += milliseconds
    return clock.advance(milliseconds)
  }
  const ticking = setInterval(() => void catchUp(), TICK_MS)
  ticking.unref()
  return {
    ...clock,
    kind: 'running',
    now: () => Math.floor(clock.now() + behind()),
    schedule: (delayMs, work) => clock.schedule(behind() + Math.max(0, delayMs), work),
    async advance(milliseconds) {
      await catchUp()
      await clock.advance(milliseconds)
    },
    stop() {
      clearInterval(ticking)
      clock.stop()
    },
  }
}
