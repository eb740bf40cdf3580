import type { Held } from '../evidence/held.ts'
import type { PlatformProfile } from '../profile/profile.ts'

/** Each move of a clock waits for all who share it, so the more there are, the fewer moves it takes. */
const MOST = 128

/**
 * Says how many scenarios may share a platform whose clock is moved, while little of their evidence has to be held. Elsewhere the run
 * decides: on real time the requests of so many would queue and come late, and an embedded platform answers at once.
 */
export function sharingOf(
  { operator }: Pick<PlatformProfile, 'operator'>,
  held: Held,
  isEmbedded: boolean,
): { readonly sharing?: () => number | undefined } {
  if (isEmbedded || operator.advance_clock === undefined) return {}
  return { sharing: () => (held.isRoomy() ? MOST : undefined) }
}
