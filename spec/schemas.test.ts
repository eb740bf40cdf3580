import { beforeAll, describe, expect, test } from 'vitest'
import { loadSpec, type Spec } from './index.ts'

let spec: Spec
beforeAll(async () => {
  spec = await loadSpec()
})

const messagesOf = (name: string, pointer: string, value: unknown) =>
  spec.validate(name, pointer, value).map(({ message }) => message)

const holds = (name: string, pointer: string, value: unknown) =>
  spec.validate(name, pointer, value).length === 0

describe('a submission', () => {
  test('has twelve required fields', () => {
    expect(spec.schema('Submission').required).toHaveLength(12)
    expect(spec.property('Submission', '/insured_taxid').required).toBe(false)
    expect(spec.property('Submission', '/year_founded').required).toBe(false)
  })

  test.each(['Address', 'Claims', 'Website', 'Contact', 'Update'])('requires nothing inside %s', (name) => {
    expect(spec.schema(name).required).toBeUndefined()
    expect(holds(name, '', { unknown: 1 })).toBe(true)
  })

  test.each([100_000, 541_511, 999_999])('has a NAICS code like %d', (code) => {
    expect(holds('Submission', '/naics', code)).toBe(true)
  })

  test.each([1_000_000, '1000000', '2500.50'])('has an amount like %j', (amount) => {
    expect(holds('Submission', '/revenue', amount)).toBe(true)
  })

  test.each(['tx', 'TX'])('has a state code like %s', (code) => {
    expect(holds('Submission', '/insured_location/address_state', code)).toBe(true)
  })
})

describe('money', () => {
  test.each(['$0.00', '$0.05', '$1.00', '$999.99', '$1,000.00', '$12,345.67', '$1,000,000.00'])(
    'is %s',
    (value) => {
      expect(holds('Money', '', value)).toBe(true)
    },
  )

  test.each([
    '$1000.00',
    '1,000.00',
    '$1,000',
    '$1,000.0',
    '$01.00',
    '$00.00',
    '$,100.00',
    '$1,00.00',
    '$1,0000.00',
    '$.50',
    '$1.000,00',
    'USD 1.00',
    '$ 1.00',
    '-$1.00',
    '$1.00 ',
    1,
  ])('is not %j', (value) => {
    expect(holds('Money', '', value)).toBe(false)
  })
})

describe('the time of creation', () => {
  test.each(['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.123+00:00'])('is %s', (value) => {
    expect(holds('QuoteRecord', '/created_at', value)).toBe(true)
  })

  test.each([
    '2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00.12Z',
    '2026-11-20T12:00:00.123456Z',
    '2026-11-20T12:00:00.000',
    '2026-11-20T12:00:00.000+01:00',
    '2026-02-30T12:00:00.000Z',
    '2026-11-20',
    1_763_640_000_000,
  ])('is not %j', (value) => {
    expect(holds('QuoteRecord', '/created_at', value)).toBe(false)
  })
})

describe('the quote record', () => {
  const unrated = {
    created_at: '2026-11-20T12:00:00.000Z',
    quote_id: '3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f',
    checkout_link: 'https://checkout.quotes.example/1',
    product_details: { product_name: 'Cyber' },
  }

  test('has its rated parts in exactly the rated states', () => {
    for (const { name, rated } of spec.lifecycle.states)
      expect(holds('QuoteRecord', '', { ...unrated, quote_status: name }), name).toBe(!rated)
  })

  test('says which parts come with a rate', () => {
    expect(spec.ratedParts).toEqual(['policy_term', 'personal_cyber', 'coverage_details'])
  })

  test('makes two of the limits optional', () => {
    const { properties = {}, required } = spec.schema('CoverageDetails')
    expect(Object.keys(properties)).toHaveLength(24)
    expect(Object.keys(properties).filter((key) => !required?.includes(key))).toEqual([
      'utility_fraud_limit',
      'reputational_harm_limit',
    ])
  })

  test('has an absolute URL to check out', () => {
    expect(holds('QuoteRecord', '/checkout_link', '/checkout/1')).toBe(false)
  })
})

describe('breaches', () => {
  test('point into the value', () => {
    expect(spec.validate('QuoteRecord', '/product_details', { product_name: 1 })).toEqual([
      { pointer: '/product_name', message: 'must be string', wanted: 'a string' },
    ])
  })

  test.each([
    ['Money', '', '$1000000.00', 'a money string such as $1,000,000.00'],
    ['QuoteRecord', '/policy_term/agg_limit', '1', 'a money string such as $1,000,000.00'],
    ['Submission', '/insured_taxid', '1', 'a tax id such as 12-3456789'],
    ['Submission', '/broker_email', 'nobody', 'an email address such as broker@example.com'],
    ['QuoteRecord', '/quote_id', '1', 'a UUID such as 3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f'],
    ['Submission', '/revenue', 'lots', 'an amount of dollars, as a number or as text of digits'],
    ['Submission', '/naics', 5415, 'a NAICS code of six digits'],
    ['Submission', '/insured_location/address_state', 'Texas', 'a state code of two letters such as TX'],
    ['TokenResponse', '/expires_in', 1, '3600'],
    ['SubmitAnswer', '/status', 'success', '"approved"'],
    ['CoverageDetails', '/vendor_bi_waiting_period', '1', 'a number'],
  ])('of %s%s say in words what is wanted', (name, pointer, value, wanted) => {
    expect(spec.validate(name, pointer, value).map((breach) => breach.wanted)).toContain(wanted)
  })

  test('name the allowed values', () => {
    expect(messagesOf('QuoteRecord', '/quote_status', 'published')[0]).toContain('"ready_to_bind"')
    expect(messagesOf('SubmitAnswer', '/status', 'success')[0]).toContain('"approved"')
  })
})

test('a property of an event is found through allOf', () => {
  expect(spec.property('QuoteCreatedEvent', '/data/customer/name')).toMatchObject({
    schema: { type: 'string' },
    required: true,
  })
  expect(spec.property('BrokerAddedEvent', '/brokerageId').required).toBe(true)
})

test('an unknown schema or field is an error of the caller', () => {
  expect(() => spec.schema('Quote')).toThrow(/no published schema Quote/)
  expect(() => spec.validate('Submission', '/insured_location/street', '')).toThrow(
    /no field at \/insured_location\/street/,
  )
})
