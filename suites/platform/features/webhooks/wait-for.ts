import type { PlatformContext } from '../../vocabulary/context.ts'

/**
 * Lets target time pass until something has arrived or the time for it is over. Work of a platform may take real time beside a
 * clock that is moved (R25), so that real time passes as well before the wait is given up.
 *
 * @returns whether it has arrived
 */
export async function waitFor(
  { webhooks, clock }: Pick<PlatformContext, 'webhooks' | 'clock'>,
  condition: () => boolean,
  withinMs: number,
  stepMs?: number,
): Promise<boolean> {
  const patience = clock.deadline(withinMs)
  if (await webhooks.until(condition, withinMs, stepMs)) return true
  while (!patience.expired()) {
    // Next to nothing of the target's time, and a pause of the suite's own.
    await clock.sleep(1)
    if (await webhooks.until(condition, 1)) return true
  }
  return condition()
}
