import { setImmediate as turn } from 'node:timers/promises'
import type { DueWork, MovableClock } from './clock.ts'

interface Timer {
  readonly at: number
  readonly work: DueWork
}

/** Turns of the event loop after which all data that waits in this process's sockets has been read. */
const TURNS = 4

/** A clock that stands at `start` (milliseconds since the epoch) until it is moved. */
export function virtualClock(start: number): MovableClock {
  let now = start
  /** Ordered by time; timers with the same time in the order of their scheduling. */
  const timers: Timer[] = []
  /** The end of the last advance: each advance begins when the one before has ended. */
  let last: Promise<void> = Promise.resolve()
  const tracked = new Set<Promise<void>>()

  /** Work may begin more work, so it waits until none is left. */
  const untilIdle = async (): Promise<void> => {
    while (tracked.size > 0) await Promise.allSettled(tracked)
  }

  /** Handles requests that have reached this process before time moves on, at the time at which they came. */
  const takeIn = async (): Promise<void> => {
    for (let turns = 0; turns < TURNS; turns++) await turn()
  }

  const move = async (milliseconds: number): Promise<void> => {
    await takeIn()
    await untilIdle()
    const end = now + milliseconds
    for (let next = timers[0]; next !== undefined && next.at <= end; next = timers[0]) {
      timers.shift()
      now = next.at
      await next.work()
      await untilIdle()
    }
    now = end
  }

  return {
    kind: 'virtual',
    now: () => now,
    schedule(delayMs, work) {
      const timer = { at: now + Math.max(0, delayMs), work }
      const later = timers.findIndex(({ at }) => at > timer.at)
      timers.splice(later === -1 ? timers.length : later, 0, timer)
      return () => {
        const place = timers.indexOf(timer)
        if (place !== -1) timers.splice(place, 1)
      }
    },
    track(work) {
      const watched = work.finally(() => tracked.delete(watched))
      tracked.add(watched)
      watched.catch(() => {})
    },
    stop() {
      timers.length = 0
    },
    advance(milliseconds) {
      const moved = last.then(() => move(milliseconds))
      last = moved.catch(() => {})
      return moved
    },
  }
}
