import type { ClockPort } from '../../../conformance/ports/clock.ts'
import { pause } from '../../transport/pause.ts'
import type { LeaseTime } from '../../webhooks/index.ts'
import type { SettleTimes } from './messages-under-way.ts'
import type { TimeBase, TimeShare } from './time-base.ts'

/** In this process both ends finish what they read within a few turns of one event loop. */
const EMBEDDED: SettleTimes = { quietMs: 0, answeredMs: 2, longStepMs: 2 }
/** On this machine or near it. */
const LOCAL: SettleTimes = { quietMs: 5, answeredMs: 10, longStepMs: 50 }
/** Through a tunnel or another network. */
const REMOTE: SettleTimes = { quietMs: 100, answeredMs: 200, longStepMs: 500 }
/** The pause between two reads at a platform that may work beside its clock. */
const BESIDE_MS = 100

/** The longest waits on a machine under load, in milliseconds and as multiples of the time of one answer of the target. */
const LOADED = { answeredMs: 200, answers: 2, longStepMs: 400, longStepAnswers: 5 }

/**
 * How long a moved clock waits for messages under way between a platform and the suite's receiver. On a machine under load the
 * platform reads an answer as late as it gives one.
 */
export function settleTimesFor(
  { moves }: Pick<TimeBase, 'moves'>,
  embedded: boolean,
  publicUrl: string | undefined,
): () => SettleTimes {
  if (embedded) return () => EMBEDDED
  if (publicUrl !== undefined) return () => REMOTE
  return () => {
    const ms = moves.median()
    return {
      quietMs: LOCAL.quietMs,
      answeredMs: within(LOCAL.answeredMs, LOADED.answers * ms, LOADED.answeredMs),
      longStepMs: within(LOCAL.longStepMs, LOADED.longStepAnswers * ms, LOADED.longStepMs),
    }
  }
}

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

/** The time of a lease as its webhook endpoints need it. */
export function listenerTime(
  clock: ClockPort,
  closed: AbortSignal,
  moved?: {
    readonly base: TimeBase
    readonly share: TimeShare
    readonly advance: (ms: number) => Promise<void>
    /** Nobody else uses the target, and its clock stands still until it is moved. */
    readonly embedded: boolean
  },
): LeaseTime {
  const now = () => clock.now()
  const deadline = (ms: number) => clock.deadline(ms)
  if (!moved) {
    const sleep = (ms: number, spareMs = 0) => clock.sleep(ms + spareMs)
    return {
      virtual: false,
      ...{ now, horizon: now, sleep, passiveSleep: sleep, deadline },
      beside: () => undefined,
      moving: () => 0,
      pause: async () => undefined,
    }
  }
  const { base, share, advance, embedded } = moved
  const [began, movedBefore] = [performance.now(), base.movingMs()]
  return {
    virtual: true,
    ...{ now, deadline },
    horizon: () => clock.now() + base.ahead(),
    beside: () => (embedded ? undefined : performance.now() - began),
    moving: () => (embedded ? 0 : base.movingMs() - movedBefore),
    // Not by the clock port, which also pauses in real time: after each move the receiver itself waits for messages under way.
    sleep: (ms, spareMs) => share.sleep(ms, advance, spareMs),
    passiveSleep: (ms) => share.passiveSleep(ms, advance),
    pause: () => pause(BESIDE_MS, closed),
  }
}
