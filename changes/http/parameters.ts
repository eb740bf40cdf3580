import { type Description, itemsOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'
import { compareSerialized } from './serialized.ts'

/** A parameter with its identity: location and name, or its position in the path. */
interface Parameter {
  readonly key: string
  readonly word: string
  readonly where: string
  readonly place: Place
  readonly required: boolean
}

/** Compares the parameters of a request, including those of the whole path. */
export function compareParameters(
  old: readonly Place[],
  now: readonly Place[],
  paths: { readonly old: string; readonly now: string },
  channel: Channel,
  task: Task,
): void {
  const before = parametersOf(old, paths.old, task.old)
  const after = parametersOf(now, paths.now, task.now)
  for (const [key, one] of before) {
    const other = after.get(key)
    if (other === undefined) task.tell(channel, [removed(one)])
    else compareParameter(one, other, channel, task)
  }
  for (const [key, { word, place, required }] of after)
    if (!before.has(key))
      task.tell(channel, [
        {
          kind: required ? 'required-parameter-added' : 'parameter-added',
          at: place.at,
          what: `the ${required ? 'required' : 'optional'} ${word} was added`,
          lost: required,
          gained: false,
        },
      ])
}

const removed = ({ word, place }: Parameter): Difference => ({
  kind: 'parameter-removed',
  at: place.at,
  what: `the ${word} was taken away`,
  lost: true,
  gained: true,
})

function compareParameter(one: Parameter, other: Parameter, channel: Channel, task: Task): void {
  const { word, place } = other
  if (one.required !== other.required)
    task.tell(channel, [
      {
        kind: other.required ? 'parameter-required' : 'parameter-optional',
        at: place.at,
        what: `the ${word} is ${other.required ? 'required now' : 'no longer required'}`,
        lost: other.required,
        gained: one.required,
      },
    ])
  const usual = STYLES[other.where] ?? 'form'
  compareSerialized(one.place, place, { word, usual }, channel, task)
  compareOthers('parameter', one.place, place, channel, task)
}

const STYLES: Readonly<Record<string, string>> = {
  query: 'form',
  path: 'simple',
  header: 'simple',
  cookie: 'form',
}

/** OpenAPI describes headers of these names elsewhere (OpenAPI 3.1, parameter object). */
const ELSEWHERE = new Set(['accept', 'content-type', 'authorization'])

/** @param places parameters of the path and of the operation; a later one replaces an earlier one of the same name */
function parametersOf(
  places: readonly Place[],
  path: string,
  document: Description,
): ReadonlyMap<string, Parameter> {
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const parameters = places.flatMap(itemsOf).flatMap((item): readonly Parameter[] => {
    const place = document.resolve(item)
    if (!isObject(place.node)) return []
    const { name, in: where, required } = place.node
    const [text, kind] = [String(name), String(where)]
    if (kind === 'header' && ELSEWHERE.has(text.toLowerCase())) return []
    const key =
      kind === 'path'
        ? `path ${inPath.includes(text) ? inPath.length - inPath.indexOf(text) : text}`
        : kind === 'querystring'
          ? kind
          : `${kind} ${kind === 'header' ? text.toLowerCase() : text}`
    const word = `${kind} parameter ${text}`
    return [{ key, word, where: kind, place, required: required === true || kind === 'path' }]
  })
  return new Map(parameters.map((parameter) => [parameter.key, parameter]))
}
