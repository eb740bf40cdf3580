import { beforeAll, describe, expect, test } from 'vitest'
import { loadSpec, type Spec, type ValueFormat, type ValueType } from './index.ts'

let spec: Spec
beforeAll(async () => {
  spec = await loadSpec()
})

/** A field of the submission that has the type. */
const fieldsOfType: Record<Exclude<ValueType, 'array'>, string> = {
  string: '/insured_name',
  number: '/claims/claims_amount',
  integer: '/year_founded',
  boolean: '/question_highrisk',
  object: '/insured_location',
  'number-or-string': '/revenue',
}

const fieldsOfFormat: Record<ValueFormat, string> = {
  email: '/broker_email',
  date: '/effective_date',
  ein: '/insured_taxid',
  naics: '/naics',
  state: '/insured_location/address_state',
  uri: '/website/domainName',
  'number-string': '/agg_limit',
}

describe('values of a wrong type', () => {
  test.each(Object.entries(fieldsOfType))('break a field of type %s', (type, pointer) => {
    const rows = spec.wrongValues.types[type as ValueType]
    const accepted = rows.filter(({ value }) => spec.validate('Submission', pointer, value).length === 0)
    expect(accepted).toEqual([])
  })

  test('have null only where the field is required', () => {
    const rows = Object.values(spec.wrongValues.types).flat()
    expect(rows.filter(({ value }) => value === null).every(({ whereRequired }) => whereRequired)).toBe(true)
    expect(rows.filter(({ value }) => value !== null).some(({ whereRequired }) => whereRequired)).toBe(false)
  })
})

describe('values that break a format', () => {
  test.each(Object.entries(fieldsOfFormat))('break a field of format %s', (format, pointer) => {
    const rows = spec.wrongValues.formats[format as ValueFormat].filter(({ level }) => level !== 'observe')
    // Values of level `should` break a recommendation only, so the schema may allow them.
    const accepted = rows.filter(
      ({ level, value }) => level !== 'should' && spec.validate('Submission', pointer, value).length === 0,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(accepted).toEqual([])
  })

  test('have the right type, so that only the format is wrong', () => {
    for (const [format, rows] of Object.entries(spec.wrongValues.formats))
      for (const { label, value } of rows)
        expect(typeof value, `${format} ${label}`).toBe(format === 'naics' ? 'number' : 'string')
  })

  test('are never more than a recommendation where a string is to be a number', () => {
    expect(spec.wrongValues.formats['number-string'].filter(({ level }) => level === 'must')).toEqual([])
  })
})

test('labels are unique in their list', () => {
  for (const rows of [...Object.values(spec.wrongValues.types), ...Object.values(spec.wrongValues.formats)])
    expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length)
})
