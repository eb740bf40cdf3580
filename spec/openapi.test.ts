import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate as validateOpenApi } from '@apidevtools/swagger-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isObject } from '../conformance/json/object.ts'
import { valueAt } from '../conformance/json/pointer.ts'
import { loadSpec, type Spec } from './index.ts'
import { schemaValidator } from './schemas.ts'

interface Example {
  readonly at: string
  readonly schema: object
  readonly value: unknown
}

const versions = (await loadSpec()).versions.map(({ id }) => id)

/** Every example of a document: those in schemas, and those beside a schema. */
function examplesIn(node: unknown, at = ''): Example[] {
  if (!isObject(node)) return []
  const { examples, schema } = node
  const own = Array.isArray(examples)
    ? examples.map((value: unknown, index) => ({ at: `${at}/examples/${index}`, schema: node, value }))
    : []
  const beside =
    isObject(examples) && !Array.isArray(examples) && isObject(schema)
      ? Object.entries(examples).map(([name, example]) => ({
          at: `${at}/examples/${name}`,
          schema,
          value: isObject(example) ? example.value : undefined,
        }))
      : []
  const below = Object.entries(node).flatMap(([key, value]) =>
    key === 'examples' ? [] : examplesIn(value, `${at}/${key}`),
  )
  return [...own, ...beside, ...below]
}

describe.each(versions)('the published description as of %s', (version) => {
  let spec: Spec
  beforeAll(async () => {
    spec = await loadSpec({ version })
  })

  test('is a valid OpenAPI 3.1 document', async () => {
    await validateOpenApi(structuredClone<object>(spec.document) as Parameters<typeof validateOpenApi>[1])
    expect(spec.openapi.openapi).toMatch(/^3\.1\./)
  })

  test('has its version, which is that of the file where it is the newest', async () => {
    expect(spec.openapi.info.version).toBe(version.replace('v', ''))
    const written: unknown = parse(await readFile(join(import.meta.dirname, 'openapi.yaml'), 'utf8'))
    if (version === versions[0]) expect(spec.document).toEqual(written)
  })

  test('has every component in use', () => {
    const text = JSON.stringify(spec.document)
    const unused = Object.entries<object>(spec.openapi.components).flatMap(([kind, all]) =>
      kind === 'securitySchemes'
        ? []
        : Object.keys(all).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    )
    expect(unused).toEqual([])
  })

  test('has examples that fit their schemas', () => {
    const ajv = schemaValidator()
    const examples = examplesIn(spec.openapi)
    expect(examples.length).toBeGreaterThan(80)
    const wrong = examples.filter(({ schema, value }) => !ajv.validate(schema, value)).map(({ at }) => at)
    expect(wrong).toEqual([])
  })

  test('has an example for every JSON body', () => {
    const media = mediaTypesIn({ ...spec.openapi.paths, ...spec.openapi.webhooks })
    expect(media.length).toBeGreaterThan(10)
    expect(media.filter(({ examples }) => examples === undefined)).toEqual([])
  })

  test('has every endpoint with its success', () => {
    for (const { path, method, success } of spec.endpoints) {
      const operation = spec.openapi.paths[path]?.[method.toLowerCase()]
      expect(operation, `${method} ${path}`).toHaveProperty(['responses', String(success ?? '2XX')])
    }
    expect(Object.keys(spec.openapi.paths)).toHaveLength(spec.endpoints.length + 1)
  })

  test('gives the bodies of refusals the content type that the errors table has', () => {
    const mediaTypes = {
      json: ['application/json'],
      text: ['text/plain'],
      pdf: ['application/pdf'],
      open: [],
    }
    for (const { status, body, operations } of spec.errors)
      for (const name of operations) {
        const endpoint = spec.endpoints.find(({ operation }) => operation === name)
        if (endpoint === undefined) continue
        const operation = spec.openapi.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
        const responses: unknown = isObject(operation) ? operation.responses : undefined
        const response = isObject(responses) ? (responses[status] ?? responses['4XX']) : undefined
        const content = isObject(response) ? (response.content ?? {}) : undefined
        expect(isObject(content) ? Object.keys(content) : undefined, `${name} ${status}`).toEqual(
          mediaTypes[body],
        )
      }
  })

  test('has a webhook with a published schema for every event', () => {
    expect(Object.keys(spec.openapi.webhooks)).toEqual(spec.delivery.events.map(({ type }) => type))
    for (const { type, schema } of spec.delivery.events)
      expect(spec.property(schema, '/type').schema.const).toBe(type)
  })

  test('has an example of a status in every state of the lifecycle', () => {
    const at = '/paths/~1status~1{id}/get/responses/200/content/application~1json/examples'
    const examples = valueAt(spec.openapi, at)
    const shown = Object.values(isObject(examples) ? examples : {}).map((one) =>
      String(valueAt(one, '/value/data/quote_status')),
    )
    expect(shown.toSorted()).toEqual(spec.lifecycle.states.map(({ name }) => name).toSorted())
  })

  test('names the states of the lifecycle', () => {
    expect(spec.schema('QuoteStatus').enum).toEqual(spec.lifecycle.states.map(({ name }) => name))
  })
})

test('the worked example of a signature is right', async () => {
  const { document } = await loadSpec()
  const { schema, 'x-worked-example': parts } = valueAt(
    document,
    '/components/parameters/EventSignature',
  ) as WorkedExample
  const { signingSecret, eventId, timestamp, body } = parts
  const signature = createHmac('sha256', signingSecret)
    .update(`${eventId}.${timestamp}.${body}`)
    .digest('hex')
  expect(schema.examples).toEqual([signature])
})

interface WorkedExample {
  readonly schema: { readonly examples: readonly string[] }
  readonly 'x-worked-example': Readonly<Record<'signingSecret' | 'eventId' | 'timestamp' | 'body', string>>
}

function mediaTypesIn(node: unknown): Readonly<Record<string, unknown>>[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'application/json' && isObject(value) ? [value] : mediaTypesIn(value),
  )
}
