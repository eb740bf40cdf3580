import type { ClockPort } from '../../../conformance/ports/clock.ts'
import type { LeaseRequest } from '../../../conformance/ports/target.ts'
import { pause } from '../../transport/pause.ts'
import { beatFrom } from './beat.ts'
import type { RealTimeouts } from './real-timeouts.ts'
import type { TimeBase, TimeShare } from './time-base.ts'

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100
/** A rest of this length gives a platform as much real time as a sleep does. */
const LONG_REST_MS = 500
/** How much longer a rest may take, so that one move of the clock serves several. */
const SPARE = { part: 0.25, mostMs: 2000 }

function effort(ms: number): { expired(): boolean } {
  const end = performance.now() + ms
  return { expired: () => performance.now() >= end }
}

/** The clock of a target without `advance_clock`: its time is the suite's, which waits for it. */
export function realClock(closed: AbortSignal, waiting: LeaseRequest['waiting'] = () => {}): ClockPort {
  const began = performance.now()
  const now = () => performance.now() - began
  const sleep = (ms: number) => pause(ms, closed)
  return {
    virtual: false,
    now,
    sleep,
    lag: sleep,
    rest: sleep,
    deadline(ms) {
      const end = now() + ms
      return { expired: () => now() >= end }
    },
    effort,
    awaits: waiting,
  }
}

export interface VirtualTime {
  readonly base: TimeBase
  readonly share: TimeShare
  /** Moves the target's clock. */
  readonly advance: (ms: number) => Promise<void>
  readonly closed: AbortSignal
  /** Nobody else uses the target, and it finishes all work before it answers: no real time needs to pass. */
  readonly embedded: boolean
  readonly realTimeouts: RealTimeouts
}

/**
 * The clock of a target whose time is moved. Its time is the sum of all moves, since it is not known whether it also runs on by
 * itself. Therefore a deadline also lets some real time pass, for the work that a target does beside its clock.
 */
export function movedClock(time: VirtualTime): ClockPort {
  const began = time.base.elapsed()
  const now = () => time.base.elapsed() - began
  let restPause = FIRST_PAUSE_MS
  const sleep = async (ms: number, realPause = LONGEST_PAUSE_MS, spareMs = 0) => {
    const due = now() + ms
    if (!time.embedded) {
      // Other branches of the scenario may move the time meanwhile, but not beyond the end of this wait.
      using _ = time.share.away(ms)
      await pause(realPause, time.closed)
    }
    await time.share.sleep(due - now(), time.advance, spareMs)
  }
  return {
    virtual: true,
    now,
    sleep: (ms) => sleep(ms),
    lag: (ms) => sleep(ms, ms),
    async rest(ms) {
      const realPause = ms < LONG_REST_MS ? restPause : LONGEST_PAUSE_MS
      restPause = Math.min(LONGEST_PAUSE_MS, restPause + FIRST_PAUSE_MS)
      const spareMs = Math.min(SPARE.part * ms, SPARE.mostMs)
      const latest = beatFrom(time.base.elapsed() + ms + spareMs) - time.base.elapsed()
      await sleep(ms, realPause, latest - ms)
    },
    deadline(ms) {
      const end = now() + ms
      const beside = time.realTimeouts.begin(ms)
      // A new wait may end at once, even if the one before took long.
      restPause = FIRST_PAUSE_MS
      return { expired: () => now() >= end && beside.expired() }
    },
    effort,
    awaits: () => {},
  }
}
