import { type Description, itemsOf, member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import { compareContent } from './content.ts'
import type { Channel, Task } from './message.ts'

/** A parameter with its identity: location and name, or its position in the path. */
interface Parameter {
  readonly key: string
  readonly word: string
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
  const written = [styleOf(one.place), styleOf(place)]
  if (written[0] !== written[1])
    task.tell(channel, [
      {
        kind: 'parameter-style-changed',
        at: place.at,
        what: `the ${word} was written as ${written[0]} and is as ${written[1]}`,
        lost: true,
        gained: true,
      },
    ])
  const [before, after] = [member(one.place, 'schema'), member(place, 'schema')]
  const schemas = (schema: Place | undefined) => (schema === undefined ? [] : [schema])
  if (before !== undefined || after !== undefined)
    task.tell(
      channel,
      task
        .schemas(channel)
        .all(schemas(before), schemas(after))
        .map((each) => ({ ...each, at: each.at === '' ? place.at : each.at, what: `${word}: ${each.what}` })),
    )
  compareContent(member(one.place, 'content'), member(place, 'content'), { channel, at: place.at }, task)
}

const STYLES: Readonly<Record<string, string>> = {
  query: 'form',
  path: 'simple',
  header: 'simple',
  cookie: 'form',
}

function styleOf({ node }: Place): string {
  if (!isObject(node)) return ''
  const style = String(node.style ?? STYLES[String(node.in)])
  const explode = node.explode ?? style === 'form'
  // Only lists and objects can be serialised in more than one way.
  const { schema } = node
  const isPlain =
    isObject(schema) && typeof schema.type === 'string' && !['array', 'object'].includes(schema.type)
  return isPlain ? style : `${style}${explode === true ? ', each value by itself' : ''}`
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
        ? `path ${inPath.indexOf(text)}`
        : `${kind} ${kind === 'header' ? text.toLowerCase() : text}`
    return [{ key, word: `${kind} parameter ${text}`, place, required: required === true || kind === 'path' }]
  })
  return new Map(parameters.map((parameter) => [parameter.key, parameter]))
}
