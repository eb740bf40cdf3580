import type { Requirement } from '../../../../conformance/requirement.ts'
import type { JsonSchema } from '../../../../spec/json-schema.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { at, isObject, type JsonObject } from '../../vocabulary/judge/json.ts'

/** A field to which a description gives another type than the stated one. */
export interface WronglyDescribed {
  readonly schema: string
  readonly pointer: string
  readonly stated: string
  readonly described: string
}

/** Where an OpenAPI document describes what a schema of the specification states: the operation, and the way from there. */
const PLACES = [
  {
    schema: 'Submission',
    method: 'post',
    path: '/submit',
    way: ['requestBody', 'content', 'application/json', 'schema'],
  },
  {
    schema: 'Update',
    method: 'put',
    path: '/update/{}',
    way: ['requestBody', 'content', 'application/json', 'schema'],
  },
  {
    schema: 'QuoteRecord',
    method: 'get',
    path: '/status/{}',
    way: ['responses', '200', 'content', 'application/json', 'schema', 'properties', 'data'],
  },
] as const

/** How deep references and compositions are followed, so that a document that refers to itself comes to an end. */
const MOST_STEPS = 12

/** Fields that a description gives another type. Whatever it does not say, or says in a way that is not understood, is left aside. */
export function wronglyDescribed(document: JsonObject, spec: Spec): readonly WronglyDescribed[] {
  return PLACES.flatMap(({ schema, method, path, way }) => {
    const described = way.reduce<unknown>(
      (node, name) => member(document, node, name),
      operationAt(document, method, path),
    )
    const rows = spec.requirements.filter((row) => row.field?.schema === schema && spec.holds(row))
    return pointersOf(rows).flatMap((pointer) => {
      const node = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (inner, name) => member(document, member(document, inner, 'properties'), name),
          described,
        )
      const [wanted, given] = [typesOf(spec.property(schema, pointer).schema), typesIn(document, node)]
      if (given === undefined || wanted.length === 0 || isSame(wanted, given)) return []
      return [{ schema, pointer, stated: wanted.join(' or '), described: given.join(' or ') }]
    })
  })
}

const pointersOf = (rows: readonly Requirement[]): readonly string[] => [
  ...new Set(rows.flatMap(({ field }) => field?.pointer ?? [])),
]

/** The operation of a path, whatever stands before it and whatever its parameter is called. */
function operationAt(document: JsonObject, method: string, path: string): unknown {
  const paths = isObject(document.paths) ? document.paths : {}
  const found = Object.entries(paths).find(([name]) => name.replace(/\{[^}]*\}/g, '{}').endsWith(path))
  return found && member(document, found[1], method)
}

/** The types that the specification states; whole numbers are numbers, and `null` counts for nothing. */
function typesOf({ type, oneOf }: JsonSchema): readonly string[] {
  return distinct([type ?? [], ...(oneOf ?? []).map((one) => one.type ?? [])].flat())
}

const distinct = (types: readonly string[]): readonly string[] =>
  [...new Set(types.map((type) => (type === 'integer' ? 'number' : type)))]
    .filter((type) => type !== 'null')
    .sort()

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join() === distinct(other).join()

/** A member of a node, behind whatever references and in whichever part of a composition. */
function member(document: JsonObject, node: unknown, name: string, steps = 0): unknown {
  const whole = resolved(document, node)
  if (!isObject(whole) || steps > MOST_STEPS) return undefined
  if (name in whole) return whole[name]
  const parts = Array.isArray(whole.allOf) ? whole.allOf : []
  for (const part of parts) {
    const found = member(document, part, name, steps + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The types that a schema lets through; undefined where it names none, or decides by other means. */
function typesIn(document: JsonObject, node: unknown, steps = 0): readonly string[] | undefined {
  const schema = resolved(document, node)
  if (!isObject(schema) || steps > MOST_STEPS) return undefined
  if (typeof schema.type === 'string') return distinct([schema.type])
  if (Array.isArray(schema.type)) return distinct(schema.type.map(String))
  const choices = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choices)) {
    const each = choices.map((choice) => typesIn(document, choice, steps + 1))
    return each.some((types) => types === undefined) ? undefined : distinct(each.flatMap((one) => one ?? []))
  }
  const parts = Array.isArray(schema.allOf) ? schema.allOf : []
  return parts.map((part) => typesIn(document, part, steps + 1)).find((types) => types !== undefined)
}

/** Returns the target of a local reference; any other reference leads to nothing. */
function resolved(document: JsonObject, node: unknown): unknown {
  let inner = node
  for (let step = 0; step < MOST_STEPS && isObject(inner) && typeof inner.$ref === 'string'; step++)
    inner = inner.$ref.startsWith('#/') ? at(document, inner.$ref.slice(1)) : undefined
  return inner
}
