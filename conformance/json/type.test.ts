import { Type as Library } from 'typebox'
import { expect, test } from 'vitest'
import { Type } from './type.ts'

const shapes = (Type: typeof Library) => ({
  array: Type.Array(Type.String(), { minItems: 1 }),
  boolean: Type.Boolean(),
  enum: Type.Enum(['a', 'b'], { description: 'a or b' }),
  integer: Type.Integer({ minimum: 0 }),
  literals: [Type.Literal(true), Type.Literal('a')],
  null: Type.Null(),
  number: Type.Number({ minimum: 0 }),
  object: Type.Object(
    {
      a: Type.String({ minLength: 1 }),
      b: Type.Optional(Type.Boolean()),
      c: { ...Type.Optional(Type.Null()) },
    },
    { additionalProperties: false },
  ),
  allOptional: Type.Object({ a: Type.Optional(Type.Unknown()) }),
  record: Type.Record(Type.String(), Type.Unknown(), { description: 'a map' }),
  ref: Type.Ref('#/$defs/a'),
  union: Type.Union([Type.String(), Type.Integer()]),
  unknown: Type.Unknown({ description: 'any value' }),
  unsafe: Type.Unsafe({ type: 'string', enum: ['a'] }),
})

test('each function makes what the library makes', () => {
  const compared = new Set<string>()
  const noting = new Proxy(Type, {
    get(target, name) {
      compared.add(String(name))
      return Reflect.get(target, name)
    },
  })
  expect(JSON.stringify(shapes(noting as typeof Library))).toBe(JSON.stringify(shapes(Library)))
  expect([...compared].sort()).toEqual(Object.keys(Type).sort())
})
