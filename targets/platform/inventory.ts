import { OPERATOR_ACTIONS, type OperatorAction } from '../../conformance/ports/operator.ts'
import type { PlatformNeed } from '../../conformance/ports/platform-needs.ts'
import type { InventoryItem } from '../../conformance/preflight.ts'
import type { PlatformProfile } from '../profile/profile.ts'
import { lackOf, OPTIONAL_CREDENTIALS } from './needs.ts'

const OUTCOMES = [
  'ready_to_bind',
  'underwriter_review',
  'approved_rate',
  'declined',
  'failed',
  'retention_raised',
]
const ACTIONS = Object.keys(OPERATOR_ACTIONS) as OperatorAction[]

/** Lists the optional keys of a profile: each missing one leaves requirements unexercised. */
export function inventoryOf(profile: PlatformProfile): readonly InventoryItem[] {
  const needs: readonly (readonly [key: string, need: PlatformNeed])[] = [
    ...OUTCOMES.map((outcome) => [`outcomes.${outcome}`, { outcome }] as const),
    ...ACTIONS.map((operator) => [`operator.${operator}`, { operator }] as const),
    ...OPTIONAL_CREDENTIALS.map((credential) => [`credentials.${credential}`, { credential }] as const),
  ]
  const description = lackOf({ offers: 'description' }, profile)
  const returns = ACTIONS.flatMap((action) => {
    const recipe = profile.operator[action]
    const lacking = recipe === undefined ? [] : OPERATOR_ACTIONS[action].returns
    return lacking
      .filter((name) => recipe?.returns[name] === undefined)
      .map((name) => `${action}.returns.${name}`)
  })
  return [
    ...returns.map((key) => item(`operator.${key}`, 'nothing says where the answer has it')),
    ...needs.map(([key, need]) => item(key, lackOf(need, profile)?.why)),
    item('submission', profile.submission ? undefined : "the suite's own submission is used"),
    item('description', description?.why),
  ]
}

const item = (key: string, why: string | undefined): InventoryItem => ({
  key,
  present: why === undefined,
  message: why ?? 'present',
})
