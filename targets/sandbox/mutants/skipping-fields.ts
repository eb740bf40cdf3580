import { isObject } from '../../../conformance/json/object.ts'
import type { Behaviour } from '../behaviour.ts'

/** Skips the validation of some fields in some submissions or updates. */
export const skippingFields =
  (
    of: 'submission' | 'update',
    isMeant: (body: Record<string, unknown>) => boolean,
    isSkipped: (field: string) => boolean,
  ) =>
  ({ validation }: Behaviour) => ({
    validation: {
      problems: ((rows, body, rules) => {
        const isLeft = rows === rules[of] && isObject(body) && isMeant(body)
        const kept = isLeft ? rows.filter(({ field }) => !isSkipped(field)) : rows
        return validation.problems(kept, body, rules)
      }) satisfies Behaviour['validation']['problems'],
    },
  })
