import type { Difference } from '../change.ts'
import type { Comparison } from './comparison.ts'
import type { Shape } from './shape.ts'

/** Compares shapes of which at least one lists its values: each value is checked against the other side. */
export function compareValues(old: Shape, now: Shape, comparison: Comparison): readonly Difference[] {
  const lost = old.values?.filter(
    (value) => comparison.oldAccepts(old, value) && !comparison.newAccepts(now, value),
  )
  const gained = now.values?.filter(
    (value) => comparison.newAccepts(now, value) && !comparison.oldAccepts(old, value),
  )
  const { at } = now
  if (lost === undefined)
    return covers(now.values ?? [], old)
      ? []
      : [
          {
            kind: 'enum-added',
            at,
            what: `only ${shown(now.values ?? [])} is allowed now`,
            lost: true,
            gained: (gained ?? []).length > 0,
          },
        ]
  if (gained === undefined)
    return covers(old.values ?? [], now) && lost.length === 0
      ? []
      : [
          {
            kind: 'enum-removed',
            at,
            what: `it is no longer restricted to ${shown(old.values ?? [])}`,
            lost: lost.length > 0,
            gained: true,
          },
        ]
  return [
    ...(lost.length > 0
      ? [
          {
            kind: 'enum-value-removed',
            at,
            what: `${shown(lost)} is no longer among the values`,
            lost: true,
            gained: false,
          },
        ]
      : []),
    ...(gained.length > 0
      ? [{ kind: 'enum-value-added', at, what: `${shown(gained)} is a new value`, lost: false, gained: true }]
      : []),
  ]
}

/** Says whether listed values are all values that a shape allows anyway: both booleans, or null. */
function covers(values: readonly unknown[], { kinds }: Shape): boolean {
  return [...kinds].every(
    (kind) =>
      (kind === 'boolean' && values.includes(true) && values.includes(false)) ||
      (kind === 'null' && values.includes(null)),
  )
}

const MOST_SHOWN = 12

function shown(values: readonly unknown[]): string {
  const texts = values.slice(0, MOST_SHOWN).map((value) => JSON.stringify(value))
  return values.length > MOST_SHOWN
    ? `${texts.join(', ')} and ${values.length - MOST_SHOWN} more`
    : texts.join(', ')
}
