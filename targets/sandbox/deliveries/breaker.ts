import type { Platform } from '../platform.ts'
import type { EventDelivery } from './log.ts'

/**
 * Counts a failed attempt of its endpoint, and disables the endpoint after too many (clause 8). The retry schedule and the breaker
 * contradict each other if every failed attempt counts, so one of the rules decides what counts.
 */
export function noteFailure({ endpoint, state }: EventDelivery, platform: Platform): void {
  const { webhooks } = platform.behaviour
  if (webhooks.breaker === 'deliveries' && state !== 'failed') return
  endpoint.failures.push(platform.clock.now())
  if (webhooks.trips(endpoint, platform)) endpoint.status = 'disabled'
}
