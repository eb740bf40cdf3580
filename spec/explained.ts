import type { Spec } from './spec.ts'
import { isSince } from './versions.ts'

/**
 * Finds the entry of the changelog between two versions that begins or ends a requirement, or affects it.
 *
 * @param one either version; the order does not matter
 * @returns the version of the entry, undefined where no entry between them does
 */
export function entryBetween(
  { versions, requirements }: Pick<Spec, 'versions' | 'requirements'>,
  one: string,
  other: string,
): (requirement: string) => string | undefined {
  const between = new Set(
    versions.map(({ id }) => id).filter((id) => isSince(versions, one, id) !== isSince(versions, other, id)),
  )
  const byId = new Map(requirements.map((row) => [row.id, row]))
  return (requirement) => {
    const row = byId.get(requirement)
    return [row?.since, row?.until, ...(row?.affectedBy ?? [])].find(
      (id) => id !== undefined && between.has(id),
    )
  }
}
