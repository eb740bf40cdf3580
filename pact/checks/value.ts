import { isObject } from '../../conformance/json/object.ts'
import type { JsonSchema } from '../../spec/index.ts'
import { isUnreadable, jsonKindOf } from '../accept/accepts.ts'
import { shownValue, specifiedAs, wanted } from '../accept/described.ts'
import { type Expected, expectedAt, generatorAt } from '../accept/expected.ts'
import { overlap } from '../accept/overlap.ts'
import type { Category, Generator, PathStep, RuleSets } from '../model.ts'
import { escapeStep } from '../read/escape.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { memberOf } from './member.ts'

/** A tree of expected values, with the functions that judge them. */
export interface Tree {
  readonly rules: RuleSets
  readonly generators: readonly Generator[]
  readonly category: Category
  /** JSON Pointer of its root in the file. */
  readonly at: string
  /** The clause about the value at a pointer from the root. */
  clause(pointer: string): string
  /** True for an optional field that is nevertheless present. */
  given(pointer: string): boolean
  /**
   * Judges a field for which the file accepts only some valid values.
   * @returns undefined where nothing special is known of the field: then it is open
   */
  narrowed(pointer: string, taken: readonly unknown[], expected: Expected): readonly PactFinding[] | undefined
}

/** Place in a tree. */
export interface TreePlace {
  readonly path: readonly PathStep[]
  readonly pointer: string
}

const ROOT: TreePlace = { path: [], pointer: '' }

/** Checks an expected value and everything below it against the schema of values that conforming platforms send. */
export function checkValue(
  example: unknown,
  schema: JsonSchema,
  tree: Tree,
  place: TreePlace = ROOT,
): readonly PactFinding[] {
  // The platform itself provides this value when the file is verified.
  if (generatorAt(tree.generators, tree.category, place.path)?.type === 'ProviderState') return []
  const expected = expectedAt(example, tree.rules, tree.category, place.path)
  if (isObjectSchema(schema)) return checkObject(expected, schema, tree, place)
  if (schema.type === 'array') return checkArray(expected, schema, tree, place)
  return schema.type === undefined && !('const' in schema) && schema.enum === undefined
    ? []
    : checkScalar(expected, schema, tree, place)
}

const isObjectSchema = ({ type, properties, allOf }: JsonSchema): boolean =>
  type === 'object' || properties !== undefined || allOf !== undefined

function checkObject(
  expected: Expected,
  schema: JsonSchema,
  tree: Tree,
  place: TreePlace,
): readonly PactFinding[] {
  const { example, rules } = expected
  if (!isObject(example)) return [mismatch(expected, schema, tree, place)]
  // A rule covers all names or values, so those of the example do not matter.
  if (rules.some(({ kind }) => kind === 'values' || kind === 'eachKey' || kind === 'eachValue'))
    return checkMembers(expected, schema, tree, place)
  return Object.entries(example).flatMap(([name, value]) => {
    const below = memberPlace(place, name)
    const member = memberOf(schema, name)
    if (member.kind === 'unknown') return member.open ? [] : [unknownField(value, tree, below)]
    if (member.kind === 'never') return [unknownField(value, tree, below)]
    const optional =
      member.required || tree.given(below.pointer)
        ? []
        : [
            open({
              at: `${tree.at}${below.pointer}`,
              expected: `${name}, which may be left out`,
              observed: 'it has to be there',
              reason: `A right platform may leave ${name} out here.`,
              clause: tree.clause(below.pointer),
              reading: 'R7',
            }),
          ]
    return [...optional, ...checkValue(value, member.schema, tree, below)]
  })
}

/** Checks rules about all names or all values of an object: the names that are always present must obey them. */
function checkMembers(
  { example, rules, combine }: Expected,
  schema: JsonSchema,
  tree: Tree,
  place: TreePlace,
) {
  const names = Object.keys(schema.properties ?? {}).filter((name) => schema.required?.includes(name))
  const first = isObject(example) ? Object.values(example)[0] : undefined
  return rules.flatMap((rule) => {
    if (rule.kind === 'eachKey')
      return names.flatMap((name) => {
        const kept = overlap({ example: name, rules: rule.rules, combine }, { const: name }).kind !== 'none'
        return kept ? [] : [unkept(name, tree, place)]
      })
    if (rule.kind !== 'eachValue') return []
    return names.flatMap((name) => {
      const member = memberOf(schema, name)
      if (member.kind !== 'known' || isObjectSchema(member.schema)) return []
      const own = isObject(example) && name in example ? example[name] : first
      const kept = overlap({ example: own, rules: rule.rules, combine }, member.schema).kind !== 'none'
      return kept ? [] : [unkept(name, tree, place)]
    })
  })
}

const unkept = (name: string, tree: Tree, place: TreePlace): PactFinding =>
  wrong({
    at: `${tree.at}${place.pointer}`,
    expected: `${name}, as it is specified`,
    observed: 'a rule for every member that it does not keep',
    reason: `${name} is always there and cannot meet the rule.`,
    clause: tree.clause(place.pointer),
  })

function checkArray(
  expected: Expected,
  schema: JsonSchema,
  tree: Tree,
  place: TreePlace,
): readonly PactFinding[] {
  const { example, rules } = expected
  if (!Array.isArray(example)) return [mismatch(expected, schema, tree, place)]
  const { items } = schema
  const narrow = rules.every(
    (rule) =>
      rule.kind !== 'type' && rule.kind !== 'notEmpty' && rule.kind !== 'eachValue' && rule.kind !== 'values',
  )
  const bounded = rules.some(
    (rule) => rule.kind === 'type' && ((rule.min ?? 0) > 1 || rule.max !== undefined),
  )
  const length =
    narrow || bounded
      ? [
          open({
            at: `${tree.at}${place.pointer}`,
            expected: 'an array of any length',
            observed: wanted(expected),
            reason: 'The specification does not say how many items there are.',
            clause: tree.clause(place.pointer),
          }),
        ]
      : []
  if (items === undefined) return length
  return [
    ...length,
    ...example.flatMap((item, index) =>
      checkValue(item, items, tree, { path: [...place.path, index], pointer: `${place.pointer}/${index}` }),
    ),
  ]
}

function checkScalar(
  expected: Expected,
  schema: JsonSchema,
  tree: Tree,
  place: TreePlace,
): readonly PactFinding[] {
  const { kind, taken } = overlap(expected, schema)
  const facts = {
    at: `${tree.at}${place.pointer}`,
    expected: specifiedAs(schema),
    observed: wanted(expected),
    clause: tree.clause(place.pointer),
  }
  if (kind === 'none') return [mismatch(expected, schema, tree, place)]
  const special = tree.narrowed(place.pointer, taken, expected)
  if (kind === 'elsewhere' && special?.some(({ verdict }) => verdict === 'failed') !== true)
    return [
      open({
        ...facts,
        reason:
          'The Pact library accepts no value here that the specification allows. Some other Pact tools do.',
      }),
    ]
  if (special !== undefined) return special
  if (kind === 'all') return []
  const fixed = expected.rules.length === 0 || expected.rules.some((rule) => rule.kind === 'equality')
  return [
    open({
      ...facts,
      reason: fixed
        ? 'The platform decides this value, so a fixed one is not specified.'
        : 'The matcher refuses values that a right platform may send.',
    }),
  ]
}

function mismatch(expected: Expected, schema: JsonSchema, tree: Tree, place: TreePlace): PactFinding {
  return wrong({
    at: `${tree.at}${place.pointer}`,
    expected: specifiedAs(schema),
    observed: `${wanted(expected)}${expected.rules.length > 0 ? `, example ${shownValue(expected.example)} (${jsonKindOf(expected.example)})` : ''}`,
    reason: isUnreadable(expected)
      ? 'No Pact tool can read this matcher, so no value passes.'
      : 'No value that the specification allows is taken here.',
    clause: tree.clause(place.pointer),
  })
}

function unknownField(value: unknown, tree: Tree, place: TreePlace): PactFinding {
  return wrong({
    at: `${tree.at}${place.pointer}`,
    expected: 'no such field',
    observed: shownValue(value),
    reason: 'The specification has no such field here, so a platform need not send it.',
    clause: tree.clause(place.pointer),
  })
}

function memberPlace(place: TreePlace, name: string): TreePlace {
  return { path: [...place.path, name], pointer: `${place.pointer}/${escapeStep(name)}` }
}
