import { runningClock } from './clock-running.ts'
import { virtualClock } from './clock-virtual.ts'

/** Work that falls due. When it returns a promise, a virtual clock waits for it before time moves on. */
export type Work = () => void | Promise<void>

/** The platform's only source of time. All times in milliseconds. */
export interface Clock {
  /** `virtual` stands still until it is moved, `running` can be moved as well, `real` is the machine's own. */
  readonly kind: 'virtual' | 'running' | 'real'
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs work once, `delayMs` from now. Returns what calls it off. */
  schedule(delayMs: number, work: Work): () => void
  /** Tells of asynchronous work that no timer began: a virtual clock does not move before it has ended. */
  track(work: Promise<void>): void
  /** Calls off everything that was scheduled. */
  stop(): void
}

/** A clock that can be moved. */
export interface MovableClock extends Clock {
  readonly kind: 'virtual' | 'running'
  /**
   * Moves time on, after all requests that have already reached this process were handled. Every timer that
   * falls due fires in the order of its time and sees that time. It has ended its work, asynchronous work
   * too, before the next one fires and before this returns. Work must not wait for later timers.
   */
  advance(milliseconds: number): Promise<void>
}

/** The machine's own time. */
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
    // Real time cannot be held back.
    track() {},
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** A new clock; whatever its kind, it starts at the present. */
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
