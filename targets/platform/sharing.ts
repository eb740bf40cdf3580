import type { PlatformProfile } from '../profile/profile.ts'
import type { Channel } from './http/channel.ts'

const MOST = 128

/**
 * Says how many scenarios may share a platform whose clock is moved, where its answers are slow and little of them has to be held. Each
 * move waits for all who share the clock, so the more there are, the fewer moves it takes. Elsewhere the run decides: on real time the
 * requests of so many would queue and come late.
 */
export function sharingOf(
  { operator }: Pick<PlatformProfile, 'operator'>,
  { held, parallelism }: Pick<Channel, 'held' | 'parallelism'>,
): { readonly sharing?: () => number | undefined } {
  if (operator.advance_clock === undefined) return {}
  return { sharing: () => (parallelism.isSlow() && held.isRoomy() ? MOST : undefined) }
}
