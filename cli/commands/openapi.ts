import { stringify } from 'yaml'
import { specOf } from '../../sides/version.ts'
import { collectionOf } from '../collection.ts'
import type { Io } from '../io.ts'

export interface OpenApiOptions {
  readonly format: 'yaml' | 'json' | 'postman'
  readonly apiVersion?: string
}

/** `openapi`: prints the published OpenAPI description as of a version, or a collection of its requests. */
export async function openapiCommand({ format, apiVersion }: OpenApiOptions, io: Io): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  const document = format === 'postman' ? collectionOf(spec) : spec.document
  io.out(format !== 'yaml' ? `${JSON.stringify(document, null, 2)}\n` : stringify(document))
  return 0
}
