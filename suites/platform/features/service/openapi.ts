import type { JsonObject } from '../../vocabulary/judge/json.ts'

/**
 * Returns the problems that a validator finds in an OpenAPI document; empty when it is valid. External
 * references are not followed.
 */
export async function problemsOf(document: JsonObject): Promise<readonly string[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  try {
    await SwaggerParser.validate(structuredClone(document) as never, { resolve: { external: false } })
    return []
  } catch (error) {
    return [(error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'invalid']
  }
}
