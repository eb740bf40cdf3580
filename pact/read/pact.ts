import { usageError } from '../../conformance/errors.ts'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type {
  Content,
  HttpInteraction,
  Interaction,
  MessageInteraction,
  PactFile,
  PactFormat,
  ProviderState,
} from '../model.ts'
import { describedContent, plainContent } from './content.ts'
import { fieldsOf, fieldText, queryOf } from './fields.ts'
import { readJsonFile } from './file.ts'
import { generatorsOf, rulesOf } from './rules.ts'

const VERSION_PLACES = [
  '/metadata/pactSpecification/version',
  '/metadata/pact-specification/version',
  '/metadata/pactSpecificationVersion',
]

/**
 * Reads a Pact file of version 1, 2, 3 or 4.
 * @throws ConformanceError `USAGE` naming the file, the place and the expected content
 */
export const readPact = (file: string): PactFile => pactOf(readJsonFile(file), file)

/** Reads a Pact file that is already parsed; see `readPact`. */
export function pactOf(json: JsonObject, file: string): PactFile {
  if (!Array.isArray(json.interactions) && !Array.isArray(json.messages))
    throw usageError(`${file} is not a Pact file: it should have an array "interactions" or "messages"`)
  const format = formatOf(json, file)
  const read = (key: 'interactions' | 'messages') =>
    (Array.isArray(json[key]) ? json[key] : []).map((raw, index) =>
      interactionOf(raw, { file, format, at: `/${key}/${index}`, isMessage: key === 'messages' }),
    )
  const interactions = [...read('interactions'), ...read('messages')]
  if (interactions.length === 0) throw usageError(`${file} has no interactions: there is nothing to check`)
  return {
    name: file,
    format,
    consumer: partner(json.consumer),
    provider: partner(json.provider),
    interactions,
  }
}

const partner = (raw: unknown): string => (isObject(raw) && typeof raw.name === 'string' ? raw.name : '')

/** Older tools write no version; they use the format of version 2. */
function formatOf(json: JsonObject, file: string): PactFormat {
  const version =
    VERSION_PLACES.map((place) => valueAt(json, place)).find((one) => one !== undefined) ?? '2.0.0'
  const [, major] = /^([1-4])(?:\.\d+){0,2}$/.exec(String(version)) ?? []
  if (major === undefined)
    throw usageError(
      `${file}: the Pact version ${JSON.stringify(version)} is unknown: it should be 1, 2, 3 or 4`,
    )
  return Number(major) as PactFormat
}

interface Reading {
  readonly file: string
  readonly format: PactFormat
  readonly at: string
  readonly isMessage: boolean
}

function interactionOf(raw: unknown, reading: Reading): Interaction {
  const { file, at } = reading
  if (!isObject(raw)) throw usageError(`${file}: ${at} should be an object`)
  const reported = { description: String(raw.description ?? ''), states: statesOf(raw), at }
  const type = typeof raw.type === 'string' ? raw.type : undefined
  if (type === undefined ? reading.isMessage : type === 'Asynchronous/Messages')
    return { ...reported, ...messageOf(raw, reading) }
  if (type === undefined || type === 'Synchronous/HTTP') return { ...reported, ...httpOf(raw, reading) }
  if (type === 'Synchronous/Messages') return { ...reported, kind: 'other', type }
  throw usageError(
    `${file}: ${at}/type ${JSON.stringify(type)} is unknown: it should be Synchronous/HTTP or Asynchronous/Messages`,
  )
}

/** Reads one state in version 2, `providerState` or `provider_state`, or a list of them from version 3 on. */
function statesOf(raw: JsonObject): readonly ProviderState[] {
  const list = raw.providerStates ?? raw.providerState ?? raw.provider_state ?? []
  return (Array.isArray(list) ? list : [list]).flatMap((one) => {
    if (typeof one === 'string') return one === '' ? [] : [{ name: one, params: {} }]
    if (!isObject(one)) return []
    return [{ name: String(one.name ?? ''), params: isObject(one.params) ? one.params : {} }]
  })
}

function httpOf(raw: JsonObject, { file, format, at }: Reading): HttpShape {
  const { request, response } = raw
  if (!isObject(request)) throw usageError(`${file}: ${at}/request should be an object`)
  if (!isObject(response)) throw usageError(`${file}: ${at}/response should be an object`)
  const { method, path } = request
  if (typeof method !== 'string')
    throw usageError(`${file}: ${at}/request/method should be a text such as "GET"`)
  if (typeof path !== 'string')
    throw usageError(`${file}: ${at}/request/path should be a text such as "/submit"`)
  const status = response.status ?? 200
  if (typeof status !== 'number')
    throw usageError(`${file}: ${at}/response/status should be a number such as 200`)
  return {
    kind: 'http',
    request: {
      ...partOf(request, { file, format, at: `${at}/request` }),
      method: method.toUpperCase(),
      path,
      query: queryOf(request.query, `${at}/request/query`),
    },
    response: { ...partOf(response, { file, format, at: `${at}/response` }), status },
  }
}

type HttpShape = Pick<HttpInteraction, 'kind' | 'request' | 'response'>

function partOf(raw: JsonObject, { file, format, at }: Omit<Reading, 'isMessage'>) {
  const headers = fieldsOf(raw.headers, `${at}/headers`)
  return {
    at,
    headers,
    body: contentOf(raw.body, { format, type: fieldText(headers, 'content-type'), at: `${at}/body` }),
    rules: rulesOf(raw.matchingRules, { file, at }),
    generators: generatorsOf(raw.generators, { file, at }),
  }
}

interface Stated {
  readonly format: PactFormat
  readonly type: string | undefined
  readonly at: string
}

const contentOf = (body: unknown, { format, type, at }: Stated): Content =>
  format === 4 ? describedContent(body, type, at) : plainContent(body, type, at)

function messageOf(raw: JsonObject, { file, format, at }: Reading): MessageShape {
  const key = ['metadata', 'metaData', 'meta_data'].find((name) => name in raw) ?? 'metadata'
  const metadata = fieldsOf(raw[key], `${at}/${key}`)
  const type = fieldText(metadata, 'contentType') ?? fieldText(metadata, 'content-type')
  const place = { file, at }
  return {
    kind: 'message',
    contents: contentOf(raw.contents, { format, type, at: `${at}/contents` }),
    metadata,
    metadataAt: `${at}/${key}`,
    rules: rulesOf(raw.matchingRules, place),
    generators: generatorsOf(raw.generators, place),
  }
}

type MessageShape = Pick<
  MessageInteraction,
  'kind' | 'contents' | 'metadata' | 'metadataAt' | 'rules' | 'generators'
>
