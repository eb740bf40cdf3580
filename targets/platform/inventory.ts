import type { PlatformProfile } from '../profile/profile.ts'
import { lackOf } from './needs.ts'

/** Something that a profile may offer, and whether it does. */
export interface InventoryItem {
  /** The key in the profile. */
  readonly key: string
  readonly present: boolean
  readonly message: string
}

const OUTCOMES = [
  'ready_to_bind',
  'underwriter_review',
  'approved_rate',
  'declined',
  'failed',
  'retention_raised',
]
const ACTIONS = [
  'hold_rating',
  'release_rating',
  'hold_issue',
  'release_issue',
  'review_approve',
  'review_decline',
  'register_endpoint',
  'delete_endpoint',
  'enable_endpoint',
  'endpoint_status',
  'rotate_secret',
  'deactivate_client',
  'activate_client',
  'add_broker',
  'fail_requests',
  'advance_clock',
]
const CREDENTIALS = [
  'secondary_integration_key',
  'inactive_client',
  'other_partner',
  'disabled_partner',
  'expired_token',
  'partner_id',
]

/** What a profile offers beyond the required, key by key: whatever is missing leaves requirements unexercised. */
export function inventoryOf(profile: PlatformProfile): readonly InventoryItem[] {
  const needs = [
    ...OUTCOMES.map((name) => ['outcomes', 'outcome', name] as const),
    ...ACTIONS.map((name) => ['operator', 'operator', name] as const),
    ...CREDENTIALS.map((name) => ['credentials', 'credential', name] as const),
  ]
  const description = lackOf('description', profile)
  return [
    ...needs.map(([section, need, name]) =>
      item(`${section}.${name}`, lackOf(`${need} ${name}`, profile)?.why),
    ),
    item('submission', profile.submission ? undefined : "the suite's own submission is used"),
    item('description', description?.why),
  ]
}

const item = (key: string, why: string | undefined): InventoryItem => ({
  key,
  present: why === undefined,
  message: why ?? 'present',
})
