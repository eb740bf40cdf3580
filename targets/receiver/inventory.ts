import type { InventoryItem } from '../../conformance/preflight.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import { lackAs, RECEIVER_NEEDS, receiverLackOf } from './needs.ts'

/** Lists the optional keys of a receiver profile: each missing one leaves requirements unexercised. */
export function receiverInventory(profile: ReceiverProfile): readonly InventoryItem[] {
  const effects = {
    key: 'receiver.effects',
    met: profile.effects !== undefined,
    why: 'what the receiver processed cannot be read, nor judged',
  }
  const repeats = {
    key: 'timing.repeats',
    met: profile.repeatsMs !== undefined,
    why: 'whether an event is still known at its last retry is not judged',
  }
  const needs = RECEIVER_NEEDS.map((need) => ({
    ...lackAs(need),
    met: receiverLackOf(need, profile) === undefined,
  }))
  return [...needs, effects, repeats].map(({ key, met, why }) => ({
    key,
    present: met,
    message: met ? 'present' : why,
  }))
}
