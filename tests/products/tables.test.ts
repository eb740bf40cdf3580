import { expect, test } from 'vitest'
import { operatorOn, replacing, textArgument } from '../../targets/sandbox/mutants/products/arguments.ts'
import { type MutantTable, mutantsOf, slipsOf } from '../../targets/sandbox/mutants/products/table.ts'

const operators = [operatorOn<object>()({ repeats: textArgument }, () => () => () => ({}))]
const slips = slipsOf(operators, [
  { slips: { again: { repeats: 'bind', kills: ['a', 'b'], says: 'Twice' } } },
])
const kind = {
  words: 'of a thing',
  guards: [{ id: 'large', words: 'that is large', holds: () => true }],
  operators,
  slips,
  byHand: {},
  along: (change: (historyOf: () => undefined) => () => object) => change(() => undefined),
}
const mutants = (row: object) => mutantsOf(kind, [{ mutants: { 'some-mutant': row } } as MutantTable])

test('a mutant takes the requirements of its slip, or names its own', () => {
  expect(mutants({ slip: 'again', when: ['large'], says: 'Sent twice' })).toMatchObject([
    { id: 'some-mutant', says: 'Sent twice', kills: ['a', 'b'] },
  ])
  expect(mutants({ slip: 'again', kills: ['b'], says: 'Sent twice' })).toMatchObject([{ kills: ['b'] }])
  expect(mutants({ repeats: 'bind', kills: ['c'], says: 'Sent twice' })).toMatchObject([{ kills: ['c'] }])
})

test('a row with a list of values is a mutant for each of them', () => {
  const rows = {
    '{each}-twice': {
      each: ['ready_to_bind', 'bound'],
      repeats: '{each}',
      when: ['large'],
      kills: ['in-{each}'],
      says: 'A bind in {each} is sent twice',
    },
    '{of}-{count}': {
      each: [{ of: 'bind', count: 2 }],
      repeats: '{of}',
      kills: ['a'],
      says: '{of}{count} {}',
    },
  }
  expect(mutantsOf(kind, [{ mutants: rows } as unknown as MutantTable])).toMatchObject([
    { id: 'ready-to-bind-twice', kills: ['in-ready-to-bind'], says: 'A bind in ready_to_bind is sent twice' },
    { id: 'bound-twice', kills: ['in-bound'], says: 'A bind in bound is sent twice' },
    { id: 'bind-2', kills: ['a'], says: 'bind2 {}' },
  ])
})

test('patterns are replaced in their order, and each needs what replaces it', () => {
  expect(replacing([',', ' ', '\\.', ',', ' ', '.'])('1,234.50')).toBe('1.234,50')
  expect(() => replacing(['a', 'b', 'c'])).toThrow('nothing is not a text')
})

test('rows stand under the requirements that they break', () => {
  const table = { breaks: { 'a, b': { twice: { repeats: 'bind', says: 'Sent twice' }, 'by-hand': 'Coded' } } }
  const byHand = { 'by-hand': () => ({ ids: {} }) }
  expect(mutantsOf({ ...kind, byHand }, [table])).toMatchObject([
    { id: 'twice', says: 'Sent twice', kills: ['a', 'b'] },
    { id: 'by-hand', says: 'Coded', kills: ['a', 'b'] },
  ])
  expect(() => mutantsOf(kind, [table])).toThrow('by-hand: nothing is wrong')
  expect(() => mutantsOf({ ...kind, byHand }, [])).toThrow('by-hand has no row')
})

test('a row for fields is a mutant for each that has the values', () => {
  const row = (type: string) => ({
    ...{
      each: { fields: { of: 'bodies', type } },
      repeats: '{field}',
      kills: ['{at}-{field}'],
      says: '{field}',
    },
  })
  const made = mutantsOf(kind, [{ mutants: { '{at}-{field}-twice': row('integer') } }])
  expect(made.map(({ id }) => id)).toContain('submit-year-founded-twice')
  expect(made.map(({ id }) => id)).not.toContain('submit-insured-name-twice')
  expect(() => mutantsOf(kind, [{ mutants: { some: row('intger') } }])).toThrow(
    'there is no such field of bodies',
  )
})

test('a value that is no text keeps its type', () => {
  const row = { each: [2], repeats: '{each}', kills: ['a'], says: 'Twice' }
  expect(() => mutants(row)).toThrow('some-mutant: 2 is not a text')
})

test.each([
  ['an unknown slip', { slip: 'agian', says: 'Twice' }, 'there is no agian'],
  ['an unknown guard', { slip: 'again', when: ['small'], says: 'Twice' }, 'there is no small'],
  ['an unknown operator', { repeat: 'bind', kills: ['a'], says: 'Twice' }, 'no operator has repeat'],
  ['an unknown argument', { repeats: 'bind', in: 'bound', kills: ['a'], says: 'Twice' }, 'there is no in'],
  ['a wrong argument', { repeats: 2, kills: ['a'], says: 'Twice' }, '2 is not a text'],
  [
    'what only a slip has',
    { slip: 'again', disturbs: true, says: 'Twice' },
    'only a slip has open, part or disturbs',
  ],
  ['a row without a defect', { kills: ['a'], says: 'Twice' }, 'nothing is wrong'],
  ['a slip and an operator', { slip: 'again', repeats: 'bind', says: 'Twice' }, 'there is no repeats'],
  [
    'an unknown value',
    { behaviour: { webhooks: { tries: 9 } }, kills: ['a'], says: 'Twice' },
    'there is no webhooks.tries',
  ],
  [
    'circumstances of a value',
    { behaviour: {}, when: ['large'], kills: ['a'], says: 'Twice' },
    'no operator has ',
  ],
  ['no requirement', { repeats: 'bind', says: 'Twice' }, 'no requirement is named'],
  ['no words', { slip: 'again' }, 'nothing is not a text'],
])('a row with %s is named', (_, row, words) => {
  expect(() => mutants(row)).toThrow(new RangeError(`some-mutant: ${words}`))
})
