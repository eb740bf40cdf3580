import { expect, test } from 'vitest'
import { requirement } from './fakes.ts'
import { requiredBy } from './required.ts'

const former = requirement('former', { clause: '6.signature.1', since: 'v9.0.0' })
const judged = [
  requirement('bind', { clause: '4.rule.4' }),
  requirement('signed', { clause: '6.signature.1' }),
  requirement('sent', { clause: '6' }),
  requirement('see-copies', { clause: '6', level: 'observe' }),
]
const elsewhere = [{ id: 'client-polls', clause: '4.rule.7', command: 'certify client' }]
const required = (...patterns: string[]) =>
  requiredBy(patterns, { requirements: [...judged, former], judged, elsewhere })

test.each([
  [['6'], ['signed', 'sent']],
  [['6.*'], ['signed']],
  [['see-copies'], ['see-copies']],
  [
    ['s*', '6'],
    ['signed', 'sent'],
  ],
])('%j requires %j: of a clause what must hold, by its id anything', (patterns, ids) => {
  expect(required(...patterns)).toEqual(ids)
})

test.each([
  ['sined', /--require "sined" selects nothing/],
  ['client-polls', /selects nothing/],
  ['see-*', /requires nothing/],
  ['former', /requires nothing/],
])('%s is refused', (pattern, message) => {
  expect(() => required(pattern)).toThrow(message)
})
