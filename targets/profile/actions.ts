import { isObject } from '../../conformance/json/object.ts'
import { actionNamed } from '../../conformance/ports/operator.ts'
import { nearest } from '../../conformance/suggestion.ts'
import type { Path, SourceDocument } from './document.ts'
import type { Mistake } from './problem.ts'
import { TEMPLATE } from './template.ts'

/** Values that an action is given only at times, beside those that it always gets. */
const AT_TIMES: Readonly<Record<string, readonly string[]>> = {
  register_endpoint: ['certificate', 'partner_id'],
}

/** Finds the values that operator actions name but are not given, since nothing could ever be filled in for them. */
export function actionMistakes({ value, place, substituted }: SourceDocument): readonly Mistake[] {
  // A value from the environment is taken as it is: it may have braces of its own, and must not be shown.
  const isOfEnvironment = (wanted: string, at: Path) =>
    substituted.some(
      ({ key, value: text }) =>
        key === place(at).key && (text.includes(`{${wanted}}`) || wanted.includes(text)),
    )
  const operator = isObject(value) && isObject(value.operator) ? value.operator : {}
  return Object.entries(operator).flatMap(([name, action]) => {
    const known = actionNamed(name)
    if (known === undefined || !isObject(action)) return []
    const given = [...known.given, ...(AT_TIMES[name] ?? [])]
    const { http, command } = action
    return textsIn({ http, command }, ['operator', name]).flatMap(({ path, text }) =>
      [...text.matchAll(TEMPLATE)]
        .map(([, wanted = '']) => wanted)
        .filter((wanted) => !given.includes(wanted) && !isOfEnvironment(wanted, path))
        .map((wanted) => ({ place: place(path), what: notGiven(wanted, given) })),
    )
  })
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
