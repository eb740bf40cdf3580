import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import type { Spec } from '../../spec/index.ts'

/** Where references of the OpenAPI document lead to in this one. */
const COMPONENTS = '#/components/schemas/'

/**
 * The events as of a version, in the form of AsyncAPI 3.0, made from the `webhooks` of the OpenAPI document. The one channel is the
 * partner's endpoint. Each type has a message, and the partner's one operation receives all of them.
 */
export function asyncApiOf({ version, document }: Spec): JsonObject {
  const events = Object.entries(at(document, 'webhooks')).map(
    ([type, item]) => [type, at(item, 'post')] as const,
  )
  const schemas = at(document, 'components', 'schemas')
  const used = reached(
    events.map(([, operation]) => operation),
    schemas,
    document,
  )
  const ids = events.map(([type]) => nameOf(type))
  return withoutSiblings({
    asyncapi: '3.0.0',
    info: {
      title: `${String(at(document, 'info').title)}: events`,
      version,
      description: 'Webhooks that the platform delivers to the HTTPS endpoints of a partner.',
    },
    defaultContentType: 'application/json',
    channels: {
      endpoint: {
        description:
          'An endpoint that the partner registers in the webhook portal, for several types if wanted',
        messages: Object.fromEntries(ids.map((id) => [id, { $ref: `#/components/messages/${id}` }])),
        bindings: { http: {} },
      },
    },
    operations: {
      receiveEvents: {
        action: 'receive',
        channel: { $ref: '#/channels/endpoint' },
        summary:
          'Answer with a 2xx status within 8 seconds, verify the signature, and drop repeats by Event-ID',
        bindings: { http: { method: 'POST' } },
        messages: ids.map((id) => ({ $ref: `#/channels/endpoint/messages/${id}` })),
      },
    },
    components: {
      messages: Object.fromEntries(
        events.map(([type, operation]) => [nameOf(type), messageOf(type, operation, document)]),
      ),
      schemas: Object.fromEntries(used.map((name) => [name, schemas[name]])),
    },
  })
}

/** `quote.created` becomes `quoteCreated`: a name may hold no dot. */
const nameOf = (type: string): string =>
  type.replaceAll(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase())

function messageOf(type: string, operation: JsonObject, document: JsonObject): JsonObject {
  const media = at(operation, 'requestBody', 'content', 'application/json')
  const [example] = Object.values(at(media, 'examples'))
  const parameters = Array.isArray(operation.parameters) ? (operation.parameters as readonly unknown[]) : []
  const headers = parameters.map((one) => resolved(one, document)).filter((one) => one.in === 'header')
  return {
    name: type,
    title: operation.summary,
    description: operation.description,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: headers.map(({ name }) => name),
      properties: Object.fromEntries(
        headers.map(({ name, schema, description }) => [
          String(name),
          { ...(isObject(schema) ? schema : {}), description },
        ]),
      ),
    },
    payload: media.schema,
    ...(isObject(example) && {
      examples: [{ name: 'example', summary: example.summary, payload: example.value }],
    }),
  }
}

function resolved(value: unknown, document: JsonObject): JsonObject {
  if (!isObject(value)) return {}
  if (typeof value.$ref !== 'string') return value
  return at(document, ...value.$ref.slice(2).split('/'))
}

/** Names of the schemas that values refer to, directly or through other schemas, in the order of the document. */
function reached(values: readonly unknown[], schemas: JsonObject, document: JsonObject): readonly string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, place = ''] of JSON.stringify(value).matchAll(/"\$ref":"(#[^"]+)"/g)) {
      const name = place.startsWith(COMPONENTS) ? place.slice(COMPONENTS.length) : undefined
      if (name === undefined) visit(resolved({ $ref: place }, document))
      else if (!names.has(name)) {
        names.add(name)
        visit(schemas[name])
      }
    }
  }
  visit(values.map((one) => (isObject(one) ? { ...one, responses: undefined } : one)))
  return Object.keys(schemas).filter((name) => names.has(name))
}

/** The object at a path; an empty one where there is none. */
function at(value: unknown, ...path: readonly string[]): JsonObject {
  const found = path.reduce<unknown>((one, key) => (isObject(one) ? one[key] : undefined), value)
  return isObject(found) ? found : {}
}

/** Moves what stands beside a reference out of its way: AsyncAPI ignores it there, OpenAPI 3.1 does not. */
function withoutSiblings(document: JsonObject): JsonObject {
  const plain = (_key: string, value: unknown): unknown => {
    if (!isObject(value) || typeof value.$ref !== 'string' || Object.keys(value).length === 1) return value
    const { $ref, ...beside } = value
    return { ...beside, allOf: [{ $ref }] }
  }
  return JSON.parse(JSON.stringify(document, plain)) as JsonObject
}
