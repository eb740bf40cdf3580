import { expect, test } from 'vitest'
import { dereferenced, propertyAt } from './json-schema.ts'

test('a reference is replaced by what it points to, and keywords beside it win', () => {
  const document = {
    a: { $ref: '#/b/x~1y', description: 'mine' },
    b: { 'x/y': { type: 'string', description: 'theirs' } },
  }
  expect(dereferenced(document)).toHaveProperty('a', { type: 'string', description: 'mine' })
})

test('references lead through references', () => {
  const document = { a: { $ref: '#/b' }, b: { $ref: '#/c' }, c: [{ $ref: '#/d' }], d: { type: 'null' } }
  expect(dereferenced(document)).toHaveProperty('a', [{ type: 'null' }])
})

test.each([
  ['nowhere', '#/missing'],
  ['out of the document', 'other.yaml#/a'],
  ['in a circle', '#/a'],
])('a reference that leads %s is refused', (what, $ref) => {
  expect(() => dereferenced({ a: { b: { $ref } } })).toThrow(what)
})

test('a pointer leads through properties and allOf', () => {
  const schema = {
    allOf: [
      { required: ['data'], properties: { data: { type: 'object' } } },
      { properties: { data: { required: ['a/b'], properties: { 'a/b': { type: 'number' } } } } },
    ],
  }
  expect(propertyAt(schema, '/data')?.required).toBe(true)
  expect(propertyAt(schema, '/data/a~1b')).toEqual({ schema: { type: 'number' }, required: true })
  expect(propertyAt(schema, '/data/c')).toBeUndefined()
  expect(propertyAt(schema, '')).toEqual({ schema, required: true })
})

test('names of the language are no properties', () => {
  expect(propertyAt({ properties: {} }, '/constructor')).toBeUndefined()
})
