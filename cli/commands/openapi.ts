import { stringify } from 'yaml'
import { specOf } from '../../sides/version.ts'
import type { Io } from '../io.ts'

export interface OpenApiOptions {
  readonly format: 'yaml' | 'json'
  readonly apiVersion?: string
}

/** `openapi`: prints the published description as of a version. */
export async function openapiCommand({ format, apiVersion }: OpenApiOptions, io: Io): Promise<number> {
  const { document } = await specOf(apiVersion, '--api-version')
  io.out(format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : stringify(document))
  return 0
}
