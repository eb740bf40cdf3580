import { parse } from 'yaml'
import { messageOf } from '../../../../conformance/errors.ts'
import { isObject, type JsonObject } from '../judge/json.ts'
import type { DescriptionReading } from './reading.ts'

/** How many YAML aliases a document may have: far more than any real one has, yet too few to fill the memory. */
const MOST_ALIASES = 10_000
/** Deepest nesting: far deeper than in any real document, yet too little to overflow a stack. */
const MOST_LEVELS = 200
/** Most values on one level. An anchor that contains itself twice doubles their number on each level. */
const MOST_VALUES = 200_000

/** Reads an OpenAPI document and validates it. External references are not followed. */
export async function readDescriptionText(text: string): Promise<DescriptionReading> {
  const isJson = isJsonObject(text)
  const { document, problem } = read(text)
  if (document === undefined) return { isJson, document, problems: problem === undefined ? [] : [problem] }
  return { isJson, document, problems: await problemsOf(document) }
}

function read(text: string): { readonly document?: JsonObject; readonly problem?: string } {
  try {
    const value: unknown = parse(text, { maxAliasCount: MOST_ALIASES, logLevel: 'silent' })
    if (!isObject(value)) return {}
    const problem = problemOfShape(value)
    // Copied, so that each alias becomes a value of its own, as in plain JSON.
    return problem === undefined ? { document: JSON.parse(JSON.stringify(value)) } : { problem }
  } catch (error) {
    return { problem: firstLine(error) }
  }
}

/** Says why a document is not a tree of bounded size, as JSON is. Walks it without recursion, level by level. */
function problemOfShape(value: unknown): string | undefined {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return undefined
    if (level.length > MOST_VALUES) break
  }
  return `more than ${MOST_LEVELS} levels or ${MOST_VALUES} values, or an anchor that contains itself`
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

async function problemsOf(document: JsonObject): Promise<readonly string[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  try {
    await SwaggerParser.validate(structuredClone(document) as never, { resolve: { external: false } })
    return []
  } catch (error) {
    return [firstLine(error)]
  }
}

const firstLine = (error: unknown): string => (messageOf(error).split('\n')[0] ?? 'invalid').slice(0, 500)
