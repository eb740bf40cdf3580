import type { Clock, MovableClock } from './clock.ts'
import { runningClock } from './clock-running.ts'
import { virtualClock } from './clock-virtual.ts'

/** The machine's own clock. */
function realClock(): Clock {
  const timers = new Set<NodeJS.Timeout>()
  return {
    kind: 'real',
    now: Date.now,
    schedule(delayMs, work) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void work()
      }, delayMs)
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
      }
    },
    // Real time does not wait for work.
    track() {},
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Starts a clock of a kind; each begins at the present. */
export function startClock(kind: Clock['kind']): Clock | MovableClock {
  switch (kind) {
    case 'virtual':
      return virtualClock(Date.now())
    case 'running':
      return runningClock()
    case 'real':
      return realClock()
  }
}
