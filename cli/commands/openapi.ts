import { stringify } from 'yaml'
import type { JsonObject } from '../../conformance/json/object.ts'
import { specOf } from '../../sides/version.ts'
import type { Spec } from '../../spec/index.ts'
import { arazzoOf } from '../descriptions/arazzo.ts'
import { asyncApiOf } from '../descriptions/asyncapi.ts'
import { collectionOf } from '../descriptions/collection.ts'
import type { Io } from '../io.ts'

/** The document that each format prints, and how it is written. */
const FORMATS = {
  yaml: [({ document }: Spec) => document, yaml],
  json: [({ document }: Spec) => document, json],
  postman: [collectionOf, json],
  arazzo: [(spec: Spec) => arazzoOf(spec), yaml],
  asyncapi: [asyncApiOf, yaml],
} as const satisfies Record<
  string,
  readonly [of: (spec: Spec) => JsonObject, text: (document: JsonObject) => string]
>

export interface OpenApiOptions {
  readonly format: keyof typeof FORMATS
  readonly apiVersion?: string
}

/**
 * `openapi`: prints the published OpenAPI description as of a version, or what is made from it. That is a collection of requests,
 * journeys of a client (Arazzo), or the events (AsyncAPI).
 */
export async function openapiCommand({ format, apiVersion }: OpenApiOptions, io: Io): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  const [of, text] = FORMATS[format]
  io.out(text(of(spec)))
  return 0
}

function yaml(document: JsonObject): string {
  return stringify(document, { aliasDuplicateObjects: false })
}

function json(document: JsonObject): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
