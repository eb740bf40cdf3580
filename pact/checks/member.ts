import type { JsonSchema } from '../../spec/index.ts'
import { propertyAt } from '../../spec/json-schema.ts'
import { escapeStep } from '../read/escape.ts'

/** A member of an object, as the schema describes it. */
export type SchemaMember =
  | { readonly kind: 'known'; readonly schema: JsonSchema; readonly required: boolean }
  /** Forbidden by the schema. */
  | { readonly kind: 'never' }
  /** `open`: the schema lists no members at all. */
  | { readonly kind: 'unknown'; readonly open: boolean }

export function memberOf(schema: JsonSchema, name: string): SchemaMember {
  const found = propertyAt(schema, `/${escapeStep(name)}`)
  if (found !== undefined) return { kind: 'known', ...found }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return { kind: 'never' }
  return { kind: 'unknown', open: schema.properties === undefined && schema.allOf === undefined }
}
