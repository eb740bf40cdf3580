import { describe, expect, test } from 'vitest'
import { knownGood } from '../known-good.ts'
import { changeRow, standardValidation } from './rules.ts'

const good = knownGood(Date.UTC(2026, 5, 1)) as unknown as Record<string, unknown>
const problems = (body: unknown, rows = standardValidation.submission) =>
  standardValidation.problems(rows, body, standardValidation)

/** The known-good submission with one member replaced, or removed when undefined. */
function replaced(path: string, value: unknown): unknown {
  const body: Record<string, unknown> = structuredClone(good)
  const [outer = '', inner] = path.split('.')
  if (inner === undefined) body[outer] = value
  else body[outer] = { ...(body[outer] as object), [inner]: value }
  return JSON.parse(JSON.stringify(body))
}

const required = [
  'broker_email',
  'insured_name',
  'insured_location',
  'claims',
  'effective_date',
  'revenue',
  'naics',
  'question_highrisk',
  'agg_limit',
  'retention',
  'website',
  'insured_contact',
]

describe('a submission', () => {
  test('is valid when nothing is wrong with it', () => {
    expect(problems(good)).toEqual([])
  })

  test.each(required)('needs %s', (field) => {
    expect(problems(replaced(field, undefined))).toEqual([`${field} is required`])
  })

  test('needs nothing else', () => {
    const bare = Object.fromEntries(required.map((name) => [name, good[name]]))
    const empty = { insured_location: {}, claims: {}, website: {}, insured_contact: {} }
    expect(problems({ ...bare, ...empty })).toEqual([])
  })

  test.each(
    standardValidation.submission.flatMap(({ field, type }) => {
      const wrong: Record<typeof type, unknown[]> = {
        string: [7, true, {}, ['x'], null],
        number: ['7', true, {}, [7]],
        integer: ['7', 7.5, true],
        boolean: ['true', 1, {}],
        object: ['x', 7, true, [], null],
        amount: [true, {}, [1], null],
      }
      return wrong[type].map((value) => [field, value] as const)
    }),
  )('has no %s of a wrong type: %j', (field, value) => {
    expect(problems(replaced(field, value))[0]).toContain(`${field} must be `)
  })

  test.each([
    ['broker_email', 'no-address'],
    ['broker_email', 'a@b'],
    ['broker_email', 'a b@example.com'],
    ['broker_email', '@example.com'],
    ['broker_email', 'a@-example.com'],
    ['broker_email', 'a@example.com\n'],
    ['insured_contact.email', 'x'],
    ['insured_location.address_state', 'Oregon'],
    ['insured_location.address_state', 'O'],
    ['insured_location.address_state', '12'],
    ['insured_taxid', '123456789'],
    ['insured_taxid', '12-345678'],
    ['effective_date', '2026-02-30'],
    ['effective_date', '2026-13-01'],
    ['effective_date', '2027-02-29'],
    ['effective_date', '01/02/2026'],
    ['effective_date', '2026-1-2'],
    ['effective_date', '2026-01-02T00:00:00Z'],
    ['naics', 54151],
    ['naics', 5415110],
    ['naics', 541511.5],
    ['naics', -541511],
    ['website.domainName', 'not a url'],
    ['website.domainName', 'example'],
    ['website.domainName', '/path'],
    ['website.domainName', 'https://'],
    ['revenue', 'lots'],
    ['agg_limit', '$1,000'],
    ['retention', '1e4'],
    ['retention', ''],
    ['retention', -1],
  ])('has no %s of a wrong format: %j', (field, value) => {
    expect(problems(replaced(field, value))).toEqual([expect.stringContaining(`${field} must be `)])
  })

  test.each([
    ['broker_email', "o'neil+quotes@mail.sub.example.com"],
    ['insured_location.address_state', 'ny'],
    ['effective_date', '2028-02-29'],
    ['revenue', '5000000'],
    ['revenue', '5000000.50'],
    ['agg_limit', 1_000_000.5],
    ['retention', 0],
    ['website.domainName', 'http://example.com/path?x=1'],
    ['insured_contact.preferred_method', 'pigeon'],
    ['question_highrisk', true],
    ['unknown_field', { any: 'thing' }],
  ])('may have %s as %j', (field, value) => {
    expect(problems(replaced(field, value))).toEqual([])
  })

  test.each([[null], [[]], ['text'], [7], [undefined]])('is an object and not %j', (body) => {
    expect(problems(body)).toEqual(['the body must be a JSON object'])
  })
})

describe('an update', () => {
  const { update } = standardValidation

  test('may be empty or full', () => {
    const full = {
      insured_contact: good.insured_contact,
      it_manager_same: false,
      it_manager_contact: { first_name: 'A', last_name: 'B', email: 'no address', title: 'C' },
    }
    expect(problems({}, update)).toEqual([])
    expect(problems(full, update)).toEqual([])
  })

  test('is refused for each field that is wrong', () => {
    const wrong = {
      insured_contact: { email: 'no address', phone: 5 },
      it_manager_same: 'yes',
      it_manager_contact: { title: null },
    }
    expect(problems(wrong, update).map((text) => text.split(' ')[0])).toEqual([
      'insured_contact.email',
      'insured_contact.phone',
      'it_manager_same',
      'it_manager_contact.title',
    ])
  })
})

test('changes one row of a table and refuses to change none', () => {
  const rows = changeRow(standardValidation.submission, 'naics', { required: false })
  expect(problems(replaced('naics', undefined), rows)).toEqual([])
  expect(() => changeRow(rows, 'nics', {})).toThrow('nics')
})
