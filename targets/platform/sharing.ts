import type { PlatformProfile } from '../profile/profile.ts'
import type { SharedChannel } from './http/channel.ts'

const MOST = 128

/**
 * Says how many scenarios may share a platform whose clock is moved, where its answers are slow and take little memory. Each move
 * waits for all who share the clock, so more scenarios at once need fewer moves. Otherwise the run decides: on real time so many
 * scenarios' requests would queue and be late.
 */
export function sharingOf(
  { operator }: Pick<PlatformProfile, 'operator'>,
  { answerMemory, parallelism }: Pick<SharedChannel, 'answerMemory' | 'parallelism'>,
): { readonly sharing?: () => number | undefined } {
  if (operator.advance_clock === undefined) return {}
  return { sharing: () => (parallelism.isSlow() && answerMemory.isRoomy() ? MOST : undefined) }
}
