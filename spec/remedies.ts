import { Type } from 'typebox'
import type { Requirement } from '../conformance/requirement.ts'
import type { Shaped } from './shape.ts'

/** Advice by clause. */
export const remediesShape = Type.Record(Type.String({ pattern: '^\\d' }), Type.String({ minLength: 1 }))

/** Gives requirements for platforms without advice of their own that of their clause, or of the nearest clause above it. */
export function withRemedies(
  rows: readonly Requirement[],
  remedies: Shaped<typeof remediesShape>,
): readonly Requirement[] {
  return rows.map((row) => {
    if (row.side !== 'platform' || row.remedy !== undefined) return row
    const remedy = nearest(row.clause, remedies)
    return remedy === undefined ? row : { ...row, remedy }
  })
}

function nearest(clause: string, remedies: Readonly<Record<string, string>>): string | undefined {
  const steps = clause.split('.')
  const places = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
  return places.map((place) => remedies[place]).find((one) => one !== undefined)
}
