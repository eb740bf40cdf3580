import { glob } from '../glob.ts'
import type { IsChosen, Scenario } from '../scenario.ts'

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

/** The part of a scenario that a pattern of `--scenario` is compared with. */
export type Selectable = Pick<Scenario<unknown, unknown>, 'id' | 'cases'>

/** Says whether a `--scenario` pattern selects a scenario, or cases of it: `webhooks/schedule#breaker`, `journeys/combined#17`. */
export function selectsScenario(pattern: string, { id, cases = [] }: Selectable): boolean {
  const [of = '', name, more] = pattern.split('#')
  if (more !== undefined || !selects(of, id, '/')) return false
  if (name === undefined) return true
  // How many there are is known once the target is.
  return cases === 'numbered' ? /^(\*|[1-9][\d*]*)$/.test(name) : cases.some(glob(name))
}

/** The cases of a scenario that patterns select; undefined where one selects the whole scenario, or none any part of it. */
export function chosenCases(patterns: readonly string[], scenario: Selectable): IsChosen | undefined {
  const own = patterns.filter((pattern) => selectsScenario(pattern, scenario))
  const names = own.flatMap((pattern) => pattern.split('#')[1] ?? [])
  if (names.length === 0 || names.length < own.length) return undefined
  const meant = names.map(glob)
  return (name) => meant.some((isMeant) => isMeant(name))
}
