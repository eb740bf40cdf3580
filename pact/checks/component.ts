import { ConformanceError } from '../../conformance/errors.ts'
import type { JsonSchema, Spec } from '../../spec/index.ts'

/** A component schema, or undefined in a version that does not have it. */
export function componentOf(spec: Spec, name: string): JsonSchema | undefined {
  try {
    return spec.schema(name)
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'SCHEMA_UNKNOWN') return undefined
    throw error
  }
}
