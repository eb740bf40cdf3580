import type { Spec } from './spec.ts'
import { isSince } from './versions.ts'

/**
 * Finds the changelog entry between two versions that begins or ends a requirement, or changes its subject. Of several it is the
 * oldest breaking one, else the oldest.
 *
 * @param one either version; the order does not matter
 * @returns the version of the entry, undefined where no entry between them does
 */
export function entryBetween(
  { versions, requirements, changedBy }: Pick<Spec, 'versions' | 'requirements' | 'changedBy'>,
  one: string,
  other: string,
): (requirement: string) => string | undefined {
  const between = versions.filter(({ id }) => isSince(versions, one, id) !== isSince(versions, other, id))
  const byId = new Map(requirements.map((row) => [row.id, row]))
  return (requirement) => {
    const { since, until, restsOn } = byId.get(requirement) ?? {}
    const own = between.find(({ id }) => id === since || id === until)
    if (own !== undefined || restsOn === undefined) return own?.id
    const changing = between.filter(({ id }) => changedBy(id).has(restsOn))
    return (changing.findLast(({ breaking }) => breaking) ?? changing.at(-1))?.id
  }
}
