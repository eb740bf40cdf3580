import { setTimeout as pause } from 'node:timers/promises'

/** Waits for target time or for real time, whichever is over first; both in milliseconds. */
export async function eitherOver(
  passiveSleep: (ms: number) => Promise<void>,
  targetMs: number,
  realMs: number,
): Promise<void> {
  const stop = new AbortController()
  const over = pause(realMs, undefined, { signal: stop.signal }).catch(() => undefined)
  try {
    await Promise.race([passiveSleep(targetMs), over])
  } finally {
    stop.abort()
  }
}
