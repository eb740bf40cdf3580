import type { MovableClock } from './clock.ts'
import { virtualClock } from './clock-virtual.ts'

/** How often a running clock catches up with the machine's, in milliseconds. */
const TICK_MS = 20

/**
 * A clock that runs like the machine's own and can be moved ahead of it.
 *
 * @param start milliseconds since the epoch
 * @param kind an exact one moves by no more than the request says: the move contains the real time that it takes
 */
export function runningClock(start: number, kind: 'running' | 'exact' = 'running'): MovableClock {
  const clock = virtualClock(start)
  let caughtUp = performance.now()
  const behind = () => performance.now() - caughtUp
  const catchUp = (): Promise<void> => {
    const milliseconds = behind()
    caughtUp += milliseconds
    return clock.advance(milliseconds)
  }
  let latest = 0
  let moving = false
  // A tick is skipped while the one before still waits for work. Otherwise the time that it has yet to add would be lost to `now`.
  const tick = async (): Promise<void> => {
    if (moving) return
    moving = true
    await catchUp().finally(() => {
      moving = false
    })
  }
  const ticking = setInterval(() => void tick(), TICK_MS)
  ticking.unref()
  // A tick that waits for work has begun, but has not moved the time yet: `now` must not go back meanwhile.
  const now = (): number => {
    latest = Math.max(latest, Math.floor(clock.now() + behind()))
    return latest
  }
  return {
    ...clock,
    kind,
    now,
    schedule: (delayMs, work) => clock.schedule(now() - clock.now() + Math.max(0, delayMs), work),
    async advance(milliseconds) {
      await catchUp()
      if (kind === 'running') return clock.advance(milliseconds)
      moving = true
      await clock.advance(milliseconds).finally(() => {
        moving = false
      })
      caughtUp += Math.min(behind(), milliseconds)
    },
    stop() {
      clearInterval(ticking)
      clock.stop()
    },
  }
}
