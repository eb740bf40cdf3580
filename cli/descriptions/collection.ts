import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import type { ApiEndpoint, Spec } from '../../spec/index.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Variables that the user fills in, or that an earlier request fills in. */
const TO_FILL_IN = ['client_id', 'client_secret', 'integration_key', 'access_token', 'quote_id'] as const

/** Values of an answer that later requests need, by the operation that returns it. */
const KEPT: Readonly<Record<string, readonly [variable: string, expression: string]>> = {
  requestToken: ['access_token', 'access_token'],
  submitQuote: ['quote_id', 'data.quote_id'],
}

/**
 * The request collection (Postman Collection v2.1.0) of a version, made from its OpenAPI description: one request for each
 * operation. Their order lets all of them succeed. The token comes first, and documents that need an issued policy come after
 * the bind.
 */
export function collectionOf(spec: Spec): JsonObject {
  const { openapi, token } = spec
  const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, operation]) =>
      isObject(operation) && typeof operation.operationId === 'string'
        ? [
            {
              path,
              method: method.toUpperCase(),
              operation,
              isToken: operation.operationId === 'requestToken',
            },
          ]
        : [],
    ),
  )
  const hasKey = isObject(openapi.components) && 'integrationKey' in schemesOf(openapi.components)
  return {
    info: { name: String(openapi.info.title), description: text(openapi.info), schema: SCHEMA },
    auth: bearer,
    item: operations
      .toSorted((one, other) => turnOf(one, spec) - turnOf(other, spec))
      .map(({ path, method, operation, isToken }) => ({
        name: String(operation.summary),
        event: keeping(operation),
        request: {
          method,
          description: text(operation),
          ...(isToken && { auth: { type: 'noauth' } }),
          header: [
            ...(hasKey && !isToken
              ? [{ key: token.headers.integrationKey, value: '{{integration_key}}' }]
              : []),
          ],
          ...bodyOf(operation),
          url: isToken ? '{{auth_url}}' : `{{base_url}}${path.replace('{id}', '{{quote_id}}')}`,
        },
        response: [],
      })),
    variable: [...addresses(openapi), ...TO_FILL_IN.map((key) => ({ key, value: '', type: 'string' }))],
  }
}

interface Listed {
  readonly path: string
  readonly method: string
  readonly isToken: boolean
}

/** The position of a request: token, quote, documents before the bind, bind, then the rest. */
function turnOf({ path, method, isToken }: Listed, spec: Spec): number {
  if (isToken) return 0
  const endpoint = spec.endpoints.find((one) => one.path === path && one.method === method)
  if (endpoint === undefined || endpoint.operation === 'bind') return 3
  return isAfterBind(endpoint, spec) ? 4 : endpoint.answer === 'json' ? 1 : 2
}

/** True where no state in which a quote may be bound has the document. */
function isAfterBind({ operation }: ApiEndpoint, { documents, endpoints }: Spec): boolean {
  const { states = [] } = endpoints.find((one) => one.operation === 'bind') ?? {}
  const [, cells] = Object.entries(documents).find(([name]) => name === operation) ?? []
  return cells !== undefined && states.every((state) => cells[state]?.expect === 'refused')
}

const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] }

const text = (one: object): string => ('description' in one ? String(one.description) : '')

const schemesOf = (components: JsonObject): JsonObject =>
  isObject(components.securitySchemes) ? components.securitySchemes : {}

function addresses(openapi: Spec['openapi']): readonly object[] {
  const document: JsonObject = { ...openapi }
  const [server] = Array.isArray(document.servers) ? (document.servers as readonly JsonObject[]) : []
  const { accessToken } = schemesOf({ ...openapi.components })
  const flows = isObject(accessToken) && isObject(accessToken.flows) ? accessToken.flows : {}
  const flow = flows.clientCredentials
  return [
    { key: 'base_url', value: String(server?.url), type: 'string' },
    { key: 'auth_url', value: String(isObject(flow) ? flow.tokenUrl : ''), type: 'string' },
  ]
}

function keeping({ operationId }: JsonObject): readonly object[] {
  const [variable, value] = KEPT[String(operationId)] ?? []
  if (variable === undefined) return []
  const exec = [`pm.collectionVariables.set('${variable}', pm.response.json().${value})`]
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }]
}

/** The first example of a request body. A form uses the variables of its fields. */
function bodyOf({ requestBody }: JsonObject): JsonObject {
  const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {}
  const [type, media] = Object.entries(content)[0] ?? []
  const [example] = isObject(media) && isObject(media.examples) ? Object.values(media.examples) : []
  if (type === undefined || !isObject(example)) return {}
  if (type === 'application/json')
    return {
      body: {
        mode: 'raw',
        raw: JSON.stringify(example.value, null, 2),
        options: { raw: { language: 'json' } },
      },
    }
  const fields = Object.entries(isObject(example.value) ? example.value : {})
  const isVariable = (key: string) => TO_FILL_IN.some((one) => one === key)
  return {
    body: {
      mode: 'urlencoded',
      urlencoded: fields.map(([key, value]) => ({
        key,
        value: isVariable(key) ? `{{${key}}}` : String(value),
        type: 'text',
      })),
    },
  }
}
