import type { InventoryItem } from '../platform/index.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import { lackOf } from './needs.ts'

/** What a receiver profile offers beyond the required, key by key: whatever is missing leaves requirements unexercised. */
export function receiverInventory(profile: ReceiverProfile): readonly InventoryItem[] {
  const needs = ['secret previous', 'secret revoked', 'restart'].map((need) => ({
    key: NEEDED[need] ?? need,
    why: lackOf(need, profile)?.why,
  }))
  const effects =
    profile.effects === undefined ? 'what the receiver processed cannot be read, nor judged' : undefined
  return [...needs, { key: 'receiver.effects', why: effects }].map(({ key, why }) => ({
    key,
    present: why === undefined,
    message: why ?? 'present',
  }))
}

const NEEDED: Readonly<Record<string, string>> = {
  'secret previous': 'receiver.previous_signing_secret',
  'secret revoked': 'receiver.revoked_signing_secret',
  restart: 'receiver.restart',
}
