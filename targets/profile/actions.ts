import { actionNamed } from '../../conformance/ports/operator.ts'
import { nearest } from '../../conformance/suggestion.ts'
import type { Path, SourceDocument } from './document.ts'
import { profileInvalid } from './problem.ts'
import type { WrittenProfile } from './shapes/platform.ts'
import { TEMPLATE } from './template.ts'

/** Values that an action is given only at times, beside those that it always gets. */
const AT_TIMES: Readonly<Record<string, readonly string[]>> = {
  register_endpoint: ['certificate', 'partner_id'],
}

/**
 * Checks that the operator actions of a checked profile name only values that they are given, since no other could ever be filled
 * in.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function checkActions(source: SourceDocument): void {
  const { operator } = source.value as WrittenProfile
  for (const [name, { http, command }] of Object.entries(operator)) {
    const given = [...(actionNamed(name)?.given ?? []), ...(AT_TIMES[name] ?? [])]
    for (const { path, text } of textsIn({ http, command }, ['operator', name]))
      for (const [, wanted = ''] of text.matchAll(TEMPLATE))
        if (!given.includes(wanted)) throw profileInvalid(source.place(path), notGiven(wanted, given))
  }
}

function notGiven(wanted: string, given: readonly string[]): string {
  const meant = nearest(wanted, given)
  if (meant !== undefined) return `{${wanted}} is not given to this action; did you mean {${meant}}?`
  const known = given.length === 0 ? 'nothing' : given.map((name) => `{${name}}`).join(', ')
  return `{${wanted}} is not given to this action; it is given ${known}`
}

/** Every text inside a value, with its path. */
function textsIn(value: unknown, path: Path): readonly { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, place) => textsIn(item, [...path, place]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]))
}
