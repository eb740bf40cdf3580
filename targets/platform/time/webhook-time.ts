import type { ClockPort } from '../../../conformance/ports/clock.ts'
import type { LeaseTime, Patience } from '../../../webhooks/listener/time.ts'
import type { TimeBase, TimeShare } from './time-base.ts'

/** In this process: both ends work off what they read within a few turns of one event loop. */
const EMBEDDED: Patience = { quietMs: 0, answeredMs: 2, longStepMs: 2 }
/** On this machine or near it. */
const LOCAL: Patience = { quietMs: 5, answeredMs: 10, longStepMs: 50 }
/** Through a tunnel or another network. */
const REMOTE: Patience = { quietMs: 100, answeredMs: 200, longStepMs: 500 }

/** How long a moved clock waits for what is on its way between a platform and the suite's receiver. */
export function patienceFor(embedded: boolean, publicUrl: string | undefined): Patience {
  return embedded ? EMBEDDED : publicUrl === undefined ? LOCAL : REMOTE
}

/** The time of a lease as its webhook endpoints need it. */
export function webhookTime(
  clock: ClockPort,
  moved?: {
    readonly base: TimeBase
    readonly share: TimeShare
    readonly advance: (ms: number) => Promise<void>
  },
): LeaseTime {
  const now = () => clock.now()
  if (!moved) {
    const sleep = (ms: number) => clock.sleep(ms)
    return { virtual: false, now, horizon: now, sleep, passiveSleep: sleep }
  }
  const { base, share, advance } = moved
  return {
    virtual: true,
    now,
    horizon: () => clock.now() + base.ahead(),
    // Without the clock port's real pause: after each move the receiver itself waits for what is on its way.
    sleep: (ms) => share.sleep(ms, advance),
    passiveSleep: (ms) => share.passiveSleep(ms, advance),
  }
}
