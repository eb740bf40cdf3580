import { isObject } from '../../../conformance/json/object.ts'
import type { BehaviourChange } from '../behaviour.ts'
import { instead } from './instead.ts'

/** Skips the validation of some fields in some submissions or updates. */
export const skippingFields = (
  of: 'submission' | 'update',
  isMeant: (body: Record<string, unknown>) => boolean,
  isSkipped: (field: string) => boolean,
): BehaviourChange =>
  instead('validation.problems', (usual, rows, body, rules) => {
    const isLeft = rows === rules[of] && isObject(body) && isMeant(body)
    return usual(isLeft ? rows.filter(({ field }) => !isSkipped(field)) : rows, body, rules)
  })
