import { expect, describe as group, test } from 'vitest'
import type { JsonObject } from '../conformance/json/object.ts'
import { valueAt, withValue } from '../conformance/json/pointer.ts'
import type { Effect } from './change.ts'
import { changesOf, documentWith, effectOn, PARTS, readCorpus } from './corpus/effects.ts'
import { FIELDS, treatmentOf } from './fields.ts'

interface Row {
  readonly field: string
  /** The other value; absent where the field is taken away. */
  readonly to?: unknown
  readonly request: Effect
  readonly answer?: Effect
}

interface ObjectRows {
  readonly object: string
  /** The object's place in a message to the platform, and in one from it. */
  readonly request: string
  readonly answer?: string
  readonly fields: readonly Row[]
}

interface KeywordRow {
  readonly field: string
  readonly beside?: JsonObject
  readonly to: unknown
  readonly media?: string
  readonly request: Effect
  readonly answer: Effect
}

const whole = readCorpus<JsonObject>('whole.yaml')
const objects = readCorpus<readonly ObjectRows[]>('fields.yaml')
const keywords = readCorpus<readonly KeywordRow[]>('keywords.yaml')

const cases = objects.flatMap(({ object, fields, ...places }) =>
  fields.flatMap((row) =>
    (['request', 'answer'] as const).flatMap((flow) => {
      const [at, effect] = [places[flow], row[flow]]
      return at === undefined || effect === undefined ? [] : [{ object, flow, at, effect, ...row }]
    }),
  ),
)

/** A document with another value at a place. */
function changed(at: string, field: string, to: unknown): JsonObject {
  const object = valueAt(whole, at) as JsonObject
  const { [field]: _, ...others } = object
  const value = to === undefined ? others : { ...others, [field]: to }
  return at === '' ? value : withValue(whole, at, value)
}

test.each(cases)('$object: $field as $to in a $flow: $effect', ({ at, field, to, effect }) => {
  const changes = changesOf(whole, changed(at, field, to))
  const worst = (['client', 'receiver'] as const).map((side) => effectOn(side, changes))
  const found = (['breaking', 'not-understood', 'compatible'] as const).find((one) => worst.includes(one))
  expect(found ?? 'none', JSON.stringify(changes)).toBe(effect)
})

group.each(keywords)(
  'schema: $field beside $beside',
  ({ field, beside = {}, to, media = 'application/json', ...effects }) => {
    test.each(PARTS)('has its effect in a %s', (part, side) => {
      const content = (schema: JsonObject) => ({
        [media]: { schema: { type: 'object', properties: { x: schema } } },
      })
      const names = { A: { type: 'string' }, B: { type: 'integer' } }
      const changes = changesOf(
        documentWith(part, '3.2.0', content(beside), names),
        documentWith(part, '3.2.0', content({ ...beside, [field]: to }), names),
      )
      const flow = part === 'request' || part === 'acknowledgement' ? 'request' : 'answer'
      expect(effectOn(side, changes), JSON.stringify(changes)).toBe(effects[flow])
    })
  },
)

test('every field that is no remark has a row', () => {
  const rows = new Set([
    ...objects.flatMap(({ object, fields }) => fields.map(({ field }) => `${object}.${field}`)),
    ...keywords.map(({ field }) => `schema.${field}`),
  ])
  const elsewhere = new Set(['discriminator', 'xml', 'reference'])
  const lacking = Object.entries(FIELDS)
    .filter(([object]) => !elsewhere.has(object))
    .flatMap(([object, { judged = [], unknown = [] }]) =>
      [...judged, ...unknown].map((field) => `${object}.${field}`),
    )
    .filter((field) => !rows.has(field))
  expect(lacking).toEqual([])
})

test('remarks have no effect', () => {
  const lists = objects.flatMap(({ object, ...places }) =>
    [places.request, places.answer].flatMap((at) =>
      at === undefined ? [] : (FIELDS[object]?.remark ?? []).map((field) => ({ at, field })),
    ),
  )
  expect(lists.length).toBeGreaterThan(60)
  for (const { at, field } of lists) {
    const changes = changesOf(whole, changed(at, field, { changed: true }))
    expect([effectOn('client', changes), effectOn('receiver', changes)], `${at} ${field}`).toEqual([
      'none',
      'none',
    ])
  }
})

test('a field that is not listed is not understood, and an extension is a remark', () => {
  expect(treatmentOf('operation', 'newField')).toBe('unknown')
  expect(treatmentOf('operation', 'x-team')).toBe('remark')
})
