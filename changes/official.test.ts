import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isObject } from '../conformance/json/object.ts'
import { FIELDS } from './fields.ts'

const { resolve } = createRequire(import.meta.url)

/** The names of objects in the official schemas, where they differ from those of the list. */
const NAMES: Readonly<Record<string, string>> = {
  externalDocumentation: 'externalDocs',
  parameterLocation: 'parameter',
  oauthFlows: 'flow',
  oAuthFlows: 'flows',
  stylesForForm: 'parameter',
  examples: 'parameter',
}

/** Parts of the official schemas that stand for several kinds of one object. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/SecurityScheme$/, 'securityScheme'],
  [/(OAuth|Credentials)Flow$/, 'flow'],
]

function nameOf(definition: string): string {
  const camel = definition
    .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
  const kind = KINDS.find(([pattern]) => pattern.test(definition))?.[1]
  return kind ?? NAMES[camel] ?? camel
}

/** The names of all properties that a schema describes, in its conditions and alternatives too. */
function propertiesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(propertiesIn)
  if (!isObject(node)) return []
  const own = isObject(node.properties) ? Object.keys(node.properties) : []
  const inner = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'].flatMap((key) => propertiesIn(node[key]))
  const below = ['dependentSchemas', '$defs'].flatMap((key) =>
    isObject(node[key]) ? Object.values(node[key]).flatMap(propertiesIn) : [],
  )
  return [...own, ...inner, ...below]
}

/** The fields of an object; flows and one flow are one definition in the official schemas of 3.1 and 3.2. */
const listed = (object: string): readonly string[] => {
  const groups = object === 'flow' ? [FIELDS.flow, FIELDS.flows] : [FIELDS[object]]
  return groups.flatMap((one) => Object.values(one ?? {}).flat())
}

test.each(['3-0', '3-1', '3-2'])('the list has every field of OpenAPI %s', async (version) => {
  const folder = dirname(resolve(`@hyperjump/json-schema/openapi-${version}`))
  const module: unknown = await import(pathToFileURL(join(folder, 'schema.js')).href)
  const schema = isObject(module) && isObject(module.default) ? module.default : {}
  const definitions = isObject(schema.$defs) ? schema.$defs : schema.definitions
  const { $defs: _, ...whole } = schema
  const objects = [
    ['document', propertiesIn(whole)] as const,
    ...Object.entries(isObject(definitions) ? definitions : {}).map(
      ([name, one]) => [nameOf(name), propertiesIn(one)] as const,
    ),
  ]
  expect(objects.flatMap(([, fields]) => fields).length).toBeGreaterThan(130)
  const lacking = objects.flatMap(([object, fields]) =>
    fields.filter((field) => !listed(object).includes(field)).map((field) => `${object}.${field}`),
  )
  expect(lacking).toEqual([])
})

test('the list has every keyword of JSON Schema 2020-12 and of the schemas of OpenAPI', () => {
  const folder = join(dirname(resolve('ajv')), 'refs/json-schema-2020-12')
  const files = ['schema.json', ...readdirSync(join(folder, 'meta')).map((file) => `meta/${file}`)]
  const keywords = files.flatMap((file) => propertiesIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  expect(keywords.length).toBeGreaterThan(50)
  const own = ['nullable', 'discriminator', 'xml', 'example', 'externalDocs']
  expect([...keywords, ...own].filter((keyword) => !listed('schema').includes(keyword))).toEqual([])
})
