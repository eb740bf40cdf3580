import { glob } from '../conformance/glob.ts'

/**
 * Says whether a pattern selects a name in a hierarchy.
 *
 * @param pattern a name or a glob; a name also selects everything below it: `3` selects `3.transitions`
 * @param separator the character between a name and the names below it: `.` in clauses, `/` in scenario ids
 */
export function selects(pattern: string, name: string, separator: '.' | '/'): boolean {
  const isMeant = glob(pattern)
  if (isMeant(name)) return true
  const parts = name.split(separator)
  return parts.some((_, index) => index > 0 && isMeant(parts.slice(0, index).join(separator)))
}

/** Says whether an `--only` pattern selects a requirement: by its whole id, by its clause, or by a clause above that. */
export function selectsRequirement(
  pattern: string,
  requirement: { readonly id: string; readonly clause: string },
): boolean {
  return glob(pattern)(requirement.id) || selects(pattern, requirement.clause, '.')
}
