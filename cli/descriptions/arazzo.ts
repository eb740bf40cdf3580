import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { readTable } from '../../conformance/table.ts'
import type { Spec } from '../../spec/index.ts'

/** A row of `journeys.yaml`. */
interface Journey {
  readonly id: string
  readonly title: string
  /** Describes the submission that leads there. */
  readonly submission: string
  readonly steps: readonly Step[]
}

interface Step {
  readonly operation: string
  /** A value, or `submission` for the input of that name. */
  readonly body?: 'submission' | JsonObject
  /** Expected status, where it is not that of success. */
  readonly status?: number
  /** Expected members of the answer. */
  readonly where?: Readonly<Record<string, string>>
  /** Members of `data` that are waited for, or `available` for a document that is not made yet. */
  readonly until?: 'available' | Readonly<Record<string, string>>
}

/** How often a step is repeated until its answer shows what is waited for. */
const MOST_POLLS = 60

/**
 * The usual journeys of a client as of a version, in the form of the Arazzo Specification 1.0.1. Credentials and submissions are
 * inputs of the runner that carries them out.
 *
 * @param description where the OpenAPI document of the same version is: a URL or a path beside the file
 */
export function arazzoOf(spec: Spec, description = './openapi.yaml'): JsonObject {
  const journeys = readTable<readonly Journey[]>('journeys.yaml', import.meta.url)
  const has = ({ operation }: Step) => operation === 'token' || operationIn(spec, operation) !== undefined
  return {
    arazzo: '1.0.1',
    info: {
      title: `${spec.openapi.info.title}: journeys`,
      description:
        'What a client does, step by step. Each journey takes a submission that leads to its outcome.',
      version: spec.version,
    },
    sourceDescriptions: [{ name: 'quotes', url: description, type: 'openapi' }],
    workflows: journeys.filter(({ steps }) => steps.every(has)).map((journey) => workflowOf(spec, journey)),
  }
}

function workflowOf(spec: Spec, { id, title, submission, steps }: Journey): JsonObject {
  return {
    workflowId: id,
    summary: title,
    inputs: {
      type: 'object',
      required: ['client_id', 'client_secret', 'integration_key', 'submission'],
      properties: {
        client_id: { type: 'string', description: 'Id of the M2M client' },
        client_secret: { type: 'string', format: 'password', description: 'Its secret' },
        integration_key: { type: 'string', format: 'password', description: 'Primary or secondary key' },
        submission: { type: 'object', description: submission },
      },
    },
    steps: steps.map((step, place) =>
      step.operation === 'token' ? tokenStep : stepOf(spec, step, idOf(step, place)),
    ),
  }
}

/** Polls differ in their place only. */
const idOf = ({ operation, until }: Step, place: number): string =>
  operation === 'status' && isObject(until) ? `wait-${place}-${Object.values(until)[0]}` : operation

const tokenStep: JsonObject = {
  stepId: 'token',
  operationId: 'requestToken',
  requestBody: {
    contentType: 'application/x-www-form-urlencoded',
    payload: {
      client_id: '$inputs.client_id',
      client_secret: '$inputs.client_secret',
      grant_type: 'client_credentials',
      scope: 'quote',
    },
  },
  successCriteria: [{ condition: '$statusCode == 200' }],
  outputs: { access_token: '$response.body#/access_token' },
}

function stepOf(
  spec: Spec,
  { operation, body, status, where = {}, until }: Step,
  stepId: string,
): JsonObject {
  const endpoint = spec.endpoints.find((one) => one.operation === operation)
  const data = isObject(until) ? until : {}
  const expected = [
    ...Object.entries(where).map(([name, value]) => [name, value] as const),
    ...Object.entries(data).map(([name, value]) => [`data/${name}`, value] as const),
  ]
  return {
    stepId,
    operationId: operationIn(spec, operation),
    parameters: [
      { name: 'Authorization', in: 'header', value: 'Bearer {$steps.token.outputs.access_token}' },
      ...(hasKey(spec)
        ? [{ name: spec.token.headers.integrationKey, in: 'header', value: '$inputs.integration_key' }]
        : []),
      ...(operation === 'submit'
        ? []
        : [{ name: 'id', in: 'path', value: '$steps.submit.outputs.quote_id' }]),
    ],
    ...(body !== undefined && {
      requestBody: {
        contentType: 'application/json',
        payload: body === 'submission' ? '$inputs.submission' : body,
      },
    }),
    successCriteria: [
      { condition: `$statusCode == ${status ?? endpoint?.success}` },
      ...expected.map(([place, value]) => ({ condition: `$response.body#/${place} == '${value}'` })),
    ],
    ...(until !== undefined && { onFailure: [polledUntil(spec, until === 'available' ? 409 : 200)] }),
    ...(operation === 'submit' && status === undefined
      ? { outputs: { quote_id: '$response.body#/data/quote_id' } }
      : {}),
  }
}

/** Repeats a step that was answered, and not as it is waited for. */
const polledUntil = ({ lifecycle }: Spec, status: number): JsonObject => ({
  name: 'ask again',
  type: 'retry',
  retryAfter: lifecycle.polling.minIntervalMs / 1000,
  retryLimit: MOST_POLLS,
  criteria: [{ condition: `$statusCode == ${status}` }],
})

const hasKey = ({ document: { components } }: Spec): boolean =>
  isObject(components) &&
  isObject(components.securitySchemes) &&
  'integrationKey' in components.securitySchemes

/** Its name in the published description; undefined where the version lacks it. */
function operationIn({ endpoints, openapi }: Spec, operation: string): string | undefined {
  const endpoint = endpoints.find((one) => one.operation === operation)
  const item: unknown = endpoint && openapi.paths[endpoint.path]
  const described: unknown = isObject(item) ? item[endpoint?.method.toLowerCase() ?? ''] : undefined
  return isObject(described) ? String(described.operationId) : undefined
}
