import { parseDocument } from 'yaml'
import { ConformanceError, messageOf } from '../conformance/errors.ts'
import { isObject, type JsonObject } from '../conformance/json/object.ts'
import type { NamedDescription } from './diff.ts'

/** The largest number of aliases in a document: more than any real one has, and too few to fill the memory. */
const MOST_ALIASES = 10_000

/**
 * Reads an OpenAPI document, YAML or JSON.
 *
 * @param name a file or URL, from which references to other files start
 * @throws ConformanceError `DESCRIPTION_INVALID` for an invalid document
 */
export async function readDescription(text: string, name: string): Promise<NamedDescription> {
  const document = parsed(text, name)
  if (!hasForeignReferences(document)) return { name, document }
  try {
    // Loaded late, because hardly any document has such references.
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
    const whole: unknown = await SwaggerParser.bundle(name, structuredClone(document) as never, {})
    if (isObject(whole)) return { name, document: whole }
  } catch (cause) {
    throw invalid(name, `a reference leads nowhere: ${firstLine(cause)}`)
  }
  throw invalid(name, 'a reference leads nowhere')
}

function parsed(text: string, name: string): JsonObject {
  const value = readValue(text, name)
  if (!isObject(value)) throw invalid(name, 'should be an OpenAPI document: an object')
  const { openapi, swagger } = value
  if (typeof openapi === 'string' && /^3\./.test(openapi)) return value
  // An unquoted `3.1` is a number in YAML.
  if (typeof openapi === 'number' && openapi >= 3 && openapi < 4)
    return { ...value, openapi: String(openapi) }
  const found =
    openapi === undefined && swagger !== undefined
      ? `swagger: ${String(swagger)}`
      : `openapi: ${String(openapi)}`
  throw invalid(name, `should be an OpenAPI 3 document, and says ${found}`)
}

function readValue(text: string, name: string): unknown {
  if (/^\uFEFF?\s*\{/.test(text)) {
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      // YAML in flow style also begins with a brace, so it is parsed below.
    }
  }
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false })
    const [error] = document.errors
    if (error !== undefined) throw invalid(name, `should be YAML or JSON: ${firstLine(error)}`)
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (cause) {
    if (cause instanceof ConformanceError) throw cause
    throw invalid(name, `should be YAML or JSON: ${firstLine(cause)}`)
  }
}

function hasForeignReferences(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(
    ([key, value]) =>
      (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) ||
      (typeof value === 'object' && hasForeignReferences(value)),
  )
}

const invalid = (name: string, what: string) => new ConformanceError('DESCRIPTION_INVALID', `${name} ${what}`)

const firstLine = (cause: unknown): string => messageOf(cause).split('\n')[0] ?? ''
