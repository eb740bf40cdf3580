import type { InventoryItem } from '../platform/index.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import { needsOf } from './needs.ts'

/** What a receiver profile offers beyond the required, key by key: whatever is missing leaves requirements unexercised. */
export function receiverInventory(profile: ReceiverProfile): readonly InventoryItem[] {
  const effects = {
    key: 'receiver.effects',
    met: profile.effects !== undefined,
    why: 'what the receiver processed cannot be read, nor judged',
  }
  return [...Object.values(needsOf(profile)), effects].map(({ key, met, why }) => ({
    key,
    present: met,
    message: met ? 'present' : why,
  }))
}
