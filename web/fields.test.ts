import { expect, test } from 'vitest'
import { type Field, readFields } from './fields.ts'

const field = (more: Partial<Field>): Field => ({ name: 'x', label: 'X', kind: 'text', ...more })
const options = [['a', 'A'] as const, ['b', 'B'] as const]

test.each<[Partial<Field>, unknown, unknown, string | undefined]>([
  [{}, ' name ', 'name', undefined],
  [{}, '   ', '', 'This is needed.'],
  [{}, undefined, '', 'This is needed.'],
  [{ optional: true }, undefined, '', undefined],
  [{}, 'x'.repeat(201), 'x'.repeat(201), 'Use at most 200 characters.'],
  [{}, ['first', 'second'], 'first', undefined],
  [{}, { toString: 'x' }, '', 'This is needed.'],
  [{ kind: 'password', least: 3 }, ' a ', ' a ', undefined],
  [{ kind: 'password', least: 4 }, 'abc', 'abc', 'Use at least 4 characters.'],
  [{ kind: 'email' }, 'a@b', 'a@b', undefined],
  [{ kind: 'email' }, 'a b@c', 'a b@c', 'Enter an e-mail address.'],
  [{ kind: 'url' }, 'https://a.example/x', 'https://a.example/x', undefined],
  [
    { kind: 'url' },
    'javascript:alert(1)',
    'javascript:alert(1)',
    'Enter an address that begins with https:// or http://.',
  ],
  [{ kind: 'url' }, 'https://', 'https://', 'Enter an address that begins with https:// or http://.'],
  [{ kind: 'number', least: 1, most: 9 }, '9', '9', undefined],
  [{ kind: 'number', least: 1, most: 9 }, '10', '10', 'Enter a number from 1 to 9.'],
  [{ kind: 'number' }, '1.5', '1.5', 'Enter a whole number.'],
  [{ kind: 'choice', options }, 'b', 'b', undefined],
  [{ kind: 'choice', options }, 'c', 'c', 'Choose what is offered.'],
  [{ kind: 'choices', options }, 'a', ['a'], undefined],
  [{ kind: 'choices', options }, ['a', 'b'], ['a', 'b'], undefined],
  [{ kind: 'choices', options }, ['a', 'c'], ['a', 'c'], 'Choose what is offered.'],
  [{ kind: 'choices', options }, undefined, [], 'Choose one.'],
])('%j takes %j as %j and says %j', (more, sent, typed, problem) => {
  const read = readFields([field(more)], { x: sent })
  expect([read.typed.x, read.problems.x]).toEqual([typed, problem])
})
