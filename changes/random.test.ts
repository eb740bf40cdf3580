import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../conformance/json/object.ts'
import { changesOf, documentWith, effectOn, type MessagePart } from './corpus/effects.ts'

const name = fc.constantFrom('a', 'b')

/** Schemas of a few keywords. Objects and lists have a type, because without it one is read into them. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const inner = tie('schema')
  const some = { minLength: 1, maxLength: 3 }
  return {
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<unknown>({}, { type: 'number' }, { type: ['string', 'null'] }, { const: 1 }),
      fc.record(
        {
          type: fc.constant('integer'),
          minimum: fc.nat(3),
          exclusiveMaximum: fc.nat(5),
          multipleOf: fc.constant(2),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('string'),
          minLength: fc.nat(2),
          maxLength: fc.nat(3),
          pattern: fc.constant('^a'),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom<unknown>('a', 'ab', 1, 2, null, true), some) }),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(name, inner, { maxKeys: 2 }),
          required: fc.uniqueArray(name, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.constant(false), inner),
          patternProperties: fc.record({ '^a': inner }),
          propertyNames: fc.constant({ pattern: '^a' }),
          dependentRequired: fc.constant({ a: ['b'] }),
          maxProperties: fc.constant(1),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: inner,
          prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
          contains: fc.constantFrom({ const: 1 }, { type: 'string' }),
          maxContains: fc.integer({ min: 1, max: 2 }),
          minItems: fc.nat(2),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ oneOf: fc.array(inner, some) }),
      fc.record({ anyOf: fc.array(inner, some) }),
      fc.record({ allOf: fc.array(inner, some) }),
      fc.record({ not: inner, type: fc.constantFrom('string', 'integer') }),
      fc
        .tuple(inner, inner, inner)
        .map(([test, yes, no]) =>
          Object.fromEntries([...Object.entries({ if: test, else: no }), ['then', yes]]),
        ),
    ),
  }
})

const scalar = fc.constantFrom<unknown>('', 'a', 'b', 'ab', 'abc', 0, 1, 2, 4, 6, 1.5, null, true)
const value = fc.oneof(
  ...[scalar, fc.array(scalar, { maxLength: 3 })],
  fc.dictionary(name, fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 2 })), { maxKeys: 2 }),
)
const values = fc.sample(value, { numRuns: 300, seed: 5 }).map(plain)

/** Schemas that differ in one keyword, or altogether. */
const pairs = fc
  .tuple(schema, schema, fc.nat())
  .map(([one, other, pick]): readonly [JsonObject, JsonObject] => {
    const [old, donor] = [plain(one) as JsonObject, plain(other) as JsonObject]
    const keys = Object.keys(donor)
    const key = keys[pick % (keys.length + 1)]
    return [old, key === undefined ? donor : { ...old, [key]: donor[key] }]
  })

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function verdict(part: MessagePart, old: JsonObject, now: JsonObject) {
  const document = (one: JsonObject) => documentWith(part, '3.1.0', { 'application/json': { schema: one } })
  return effectOn('client', changesOf(document(old), document(now)))
}

test('no value is refused or new where a comparison says that nothing breaks', () => {
  // Each schema is right as it was generated, and judges a few hundred values: checking and optimising it would take longer.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    code: { optimize: false },
  })
  let decided = 0
  fc.assert(
    fc.property(pairs, ([old, now]) => {
      const [before, after] = [ajv.compile(old), ajv.compile(now)]
      const lost = values.filter((one) => before(one) && !after(one))
      const gained = values.filter((one) => after(one) && !before(one))
      decided += lost.length > 0 || gained.length > 0 ? 1 : 0
      if (lost.length > 0)
        expect(['breaking', 'not-understood'], JSON.stringify(lost[0])).toContain(
          verdict('request', old, now),
        )
      if (gained.length > 0)
        expect(['breaking', 'not-understood'], JSON.stringify(gained[0])).toContain(
          verdict('answer', old, now),
        )
    }),
    { numRuns: 1500, seed: 3 },
  )
  expect(decided).toBeGreaterThan(700)
})
