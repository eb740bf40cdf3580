import type { Place } from '../../conformance/json/document.ts'
import type { Difference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import type { ConditionalSchema } from './rest.ts'

/** Compares conditions in their order: what they ask, and what follows. */
export function compareConditions(
  before: readonly ConditionalSchema[],
  after: readonly ConditionalSchema[],
  at: string,
  { strictly }: Comparison,
): readonly Difference[] {
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, place) => place).flatMap((place): readonly Difference[] => {
    const [one, other] = [before[place], after[place]]
    if (one === undefined || other === undefined) {
      const isAdded = one === undefined
      const what = `a condition was ${isAdded ? 'added' : 'taken away'}`
      return [
        { kind: `condition-${isAdded ? 'added' : 'removed'}`, at, what, lost: isAdded, gained: !isAdded },
      ]
    }
    const follows = (key: 'yes' | 'no') => strictly(schemaOf(one[key]), schemaOf(other[key]))
    if (strictly([one.test], [other.test]).length === 0) return [...follows('yes'), ...follows('no')]
    return [
      {
        kind: 'condition-changed',
        at,
        what: 'what follows from `if` now applies elsewhere',
        lost: true,
        gained: true,
      },
    ]
  })
}

const schemaOf = (place: Place | undefined): readonly Place[] => (place === undefined ? [] : [place])
