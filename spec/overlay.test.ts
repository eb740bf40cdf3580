import { expect, test } from 'vitest'
import { overlaid } from './overlay.ts'

const document = { a: { b: [1, 2, { name: 'x', more: true }], c: 'text' }, d: 4 }

test.each([
  ['takes a member away', { at: ['a', 'c'], remove: true }, { a: { b: document.a.b }, d: 4 }],
  [
    'takes an item away',
    { at: ['a', 'b', 0], remove: true },
    { a: { b: [2, document.a.b[2]], c: 'text' }, d: 4 },
  ],
  ['leaves items out', { at: ['a', 'b'], without: [1, { name: 'x' }] }, { a: { b: [2], c: 'text' }, d: 4 }],
  ['appends to a list', { at: ['a', 'b'], update: [3] }, { a: { b: [...document.a.b, 3], c: 'text' }, d: 4 }],
  [
    'merges objects',
    { at: ['a'], update: { c: 'new', e: 5 } },
    { a: { b: document.a.b, c: 'new', e: 5 }, d: 4 },
  ],
  ['replaces a list', { at: ['a', 'b'], replace: [] }, { a: { b: [], c: 'text' }, d: 4 }],
] as const)('an action %s', (_, action, result) => {
  const before = structuredClone(document)
  expect(overlaid(document, [action as never])).toEqual(result)
  expect(document).toEqual(before)
})

test.each([
  ['a place that is not there', { at: ['a', 'z'], remove: true }],
  ['an item beyond the list', { at: ['a', 'b', 9], remove: true }],
  ['an item that is not in the list', { at: ['a', 'b'], without: [7] }],
  ['items of what is no list', { at: ['a', 'c'], without: ['t'] }],
] as const)('an action on %s is refused', (_, action) => {
  expect(() => overlaid(document, [action as never])).toThrow(/leads nowhere/)
})
