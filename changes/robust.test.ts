import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { child } from '../conformance/json/document.ts'
import type { JsonObject } from '../conformance/json/object.ts'
import { withValue } from '../conformance/json/pointer.ts'
import { diff } from './diff.ts'
import { readDescription } from './read.ts'

const base = parse(readFileSync(join(import.meta.dirname, 'corpus/base.yaml'), 'utf8')) as JsonObject
const compared = (old: JsonObject, now: JsonObject) =>
  diff({ name: 'old', document: old }, { name: 'new', document: now })

function pointersIn(node: unknown, at = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return [at]
  return [at, ...Object.entries(node).flatMap(([key, value]) => pointersIn(value, child(at, key)))]
}

/** A description whose one request has a body of the first of many schemas. */
const withSchemas = (many: number, schemaAt: (place: number) => JsonObject): JsonObject => ({
  openapi: '3.1.0',
  paths: {
    '/a': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
      },
    },
  },
  components: {
    schemas: Object.fromEntries(Array.from({ length: many }, (_, place) => [`S${place}`, schemaAt(place)])),
  },
})

describe('a comparison', () => {
  test('finds nothing between a document and itself, and does not fall over what is no OpenAPI', () => {
    const anywhere = fc.constantFrom(...pointersIn(base).slice(1))
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
      fc.constantFrom<unknown>({ $ref: 5 }, { allOf: 'x' }, { type: [null] }, { required: {} }),
    )
    fc.assert(
      fc.property(anywhere, anything, (at, value) => {
        const changed = withValue(base, at, value)
        for (const [old, now] of [
          [base, changed],
          [changed, base],
          [changed, changed],
        ] as const)
          try {
            if (old === now) expect(compared(old, now)).toEqual([])
            else compared(old, now)
          } catch (error) {
            expect(error).toMatchObject({ code: 'DESCRIPTION_INVALID' })
          }
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test('does without any section', () => {
    expect(compared({ openapi: '3.1.0' }, { openapi: '3.1.0' })).toEqual([])
    expect(
      compared({ openapi: '3.1.0' }, base).every(
        ({ client, receiver }) => client !== 'breaking' && receiver !== 'breaking',
      ),
    ).toBe(true)
    expect(
      compared(base, { openapi: '3.1.0', paths: {} }).some(({ kind }) => kind === 'operation-removed'),
    ).toBe(true)
  })

  test('of a long chain of schemas sees its end', () => {
    const chain = (last: string) =>
      withSchemas(2000, (place) => ({
        type: 'object',
        properties:
          place === 1999 ? { end: { type: last } } : { next: { $ref: `#/components/schemas/S${place + 1}` } },
      }))
    expect(compared(chain('string'), chain('integer')).map(({ at }) => at)).toEqual([
      '/components/schemas/S1999/properties/end',
    ])
  })

  test('of schemas that share their parts tells each change once', () => {
    const shared = (last: string) =>
      withSchemas(40, (place) => {
        const next = { $ref: `#/components/schemas/S${place + 1}` }
        return {
          type: 'object',
          properties: place === 39 ? { end: { type: last } } : { one: next, two: next },
        }
      })
    expect(compared(shared('string'), shared('integer'))).toHaveLength(1)
  })

  test('names a reference that leads nowhere', () => {
    const broken = withValue(base, '/paths/~1pets/get/responses/200/content/application~1json/schema', {
      $ref: '#/nowhere',
    })
    expect(() => compared(base, broken)).toThrow(/new: the reference #\/nowhere leads nowhere/)
  })
})

describe('a description is read', () => {
  test.each([
    ['YAML', 'openapi: 3.1.0\ninfo: {}'],
    ['JSON', '{ "openapi": "3.0.3" }'],
    ['JSON behind a byte order mark', '\uFEFF{ "openapi": "3.0.3" }'],
    ['YAML in flow style', '{ openapi: 3.1.0 }'],
    ['a version that YAML takes for a number', 'openapi: 3.1'],
  ])('from %s', async (_, text) => {
    expect((await readDescription(text, 'a')).document.openapi).toMatch(/^3\./)
  })

  test.each([
    ['', /should be an OpenAPI document/],
    ['[]', /should be an OpenAPI document/],
    ['a: [', /should be YAML or JSON/],
    ['{ "a": ', /should be YAML or JSON/],
    ['swagger: "2.0"', /says swagger: 2\.0/],
    ['info: {}', /says openapi: undefined/],
    ['openapi: 4.0.0', /says openapi: 4\.0\.0/],
    ['openapi: 3.1.0\nx: { $ref: "./no-such-file.yaml" }', /a reference leads nowhere/],
  ])('and not from %j', async (text, message) => {
    await expect(readDescription(text, 'a')).rejects.toMatchObject({
      code: 'DESCRIPTION_INVALID',
      message: expect.stringMatching(message),
    })
  })
})
