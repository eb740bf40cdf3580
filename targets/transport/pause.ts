import { setTimeout as pauseFor } from 'node:timers/promises'
import { CannotTell } from '../../conformance/verdict.ts'

/**
 * Lets real time pass.
 *
 * @throws CannotTell when the target is closed meanwhile
 */
export async function pause(ms: number, closed: AbortSignal): Promise<void> {
  try {
    await pauseFor(Math.max(0, ms), undefined, { signal: closed })
  } catch {
    throw new CannotTell('the run ended while time was passing')
  }
}
