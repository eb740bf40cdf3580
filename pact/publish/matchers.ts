import { MatchersV3 } from '@pact-foundation/pact'
import type { JsonSchema } from '../../spec/index.ts'
import { fits, samplesOf } from '../accept/samples.ts'
import { memberOf } from '../checks/member.ts'

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  date: '^\\d{4}-\\d{2}-\\d{2}$',
  uri: '^[A-Za-z][A-Za-z0-9+.-]*:.+$',
}

/** Members that are present in addition to the required ones, and values that are narrower than the schema. */
export interface GivenMembers {
  readonly also?: readonly string[]
  /** Values by the name of the member. */
  readonly values?: Readonly<Record<string, unknown>>
}

/**
 * Makes an expectation from a schema: each required member, with a matcher that accepts the same values as the schema. Leaves
 * out optional members.
 */
export function expectationOf(schema: JsonSchema, given: GivenMembers = {}): unknown {
  const parts = [schema, ...(schema.allOf ?? [])]
  if (parts.some(({ properties }) => properties !== undefined)) {
    const names = [
      ...new Set([
        ...parts.flatMap(({ required }) => required ?? []),
        ...(given.also ?? []).filter((name) => memberOf(schema, name).kind === 'known'),
      ]),
    ]
    return Object.fromEntries(
      names.map((name) => {
        const member = memberOf(schema, name)
        const fixed = given.values !== undefined && name in given.values ? given.values[name] : undefined
        return [name, fixed ?? (member.kind === 'known' ? expectationOf(member.schema, given) : undefined)]
      }),
    )
  }
  if (schema.type === 'array')
    return MatchersV3.eachLike(schema.items === undefined ? 'x' : expectationOf(schema.items), 1)
  return scalar(schema)
}

function scalar(schema: JsonSchema): unknown {
  const example = exampleOf(schema)
  if ('const' in schema) return MatchersV3.equal(schema.const)
  if (schema.enum !== undefined) return oneOf(schema.enum.map(String))
  if (schema.type === 'number' || schema.type === 'integer') return MatchersV3.number(Number(example))
  if (schema.type === 'boolean') return MatchersV3.boolean(Boolean(example))
  const pattern =
    schema.pattern ?? FORMATS[schema.format ?? ''] ?? (schema.minLength === 1 ? '^.+$' : undefined)
  return pattern === undefined
    ? MatchersV3.string(String(example))
    : MatchersV3.regex(wholePattern(pattern), String(example))
}

/** A schema pattern may match a part of a text; the Pact tools need one that matches the whole text. */
function wholePattern(pattern: string): string {
  const begins = pattern.startsWith('^')
  const ends = /(?<!\\)\$$/.test(pattern)
  if (begins && ends) return pattern
  const own = pattern.slice(begins ? 1 : 0, ends ? -1 : undefined)
  return `^${begins ? '' : '.*'}(?:${own})${ends ? '' : '.*'}$`
}

/** Accepts each of the words; the last one is the example. */
export const oneOf = (words: readonly string[]): unknown =>
  words.length === 1
    ? MatchersV3.equal(words[0])
    : MatchersV3.regex(`^(${words.join('|')})$`, words.at(-1) ?? '')

function exampleOf(schema: JsonSchema): unknown {
  const [example] = (schema.examples ?? []).filter((one) => fits(schema, one))
  return example ?? samplesOf(schema)[0]
}
