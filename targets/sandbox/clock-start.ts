import { usageError } from '../../conformance/errors.ts'
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

/** Where a clock has got to, for another one that goes on from there. Milliseconds. */
export interface ClockPosition {
  /** The moment of a clock that stands still by itself. */
  readonly at?: number
  /** How far a running clock is ahead of the machine's. */
  readonly aheadBy?: number
}

/** So exactly is `aheadBy` known: clocks of a machine differ by less. Milliseconds. */
const GRAIN_MS = 20

export function positionOf({ kind, now }: Pick<Clock, 'kind' | 'now'>): ClockPosition {
  if (kind === 'virtual') return { at: now() }
  return { aheadBy: Math.round((now() - Date.now()) / GRAIN_MS) * GRAIN_MS }
}

/**
 * Starts a clock of a kind. It begins at the present, or where another clock has got to.
 *
 * @throws ConformanceError USAGE when the other one was moved ahead, and the new one cannot be moved
 */
export function startClock(kind: Clock['kind'], from: ClockPosition = {}): Clock | MovableClock {
  const present = Date.now() + (from.aheadBy ?? 0)
  switch (kind) {
    case 'virtual':
      return virtualClock(from.at ?? present)
    case 'running':
    case 'exact':
      return runningClock(Math.max(from.at ?? present, present), kind)
    case 'real':
      if (Math.max(from.at ?? present, present) > Date.now() + GRAIN_MS)
        throw usageError('a real clock cannot go on where this one was moved to', 'use a running clock')
      return realClock()
  }
}
