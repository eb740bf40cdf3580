import { expect, test } from 'vitest'
import { didYouMean } from './suggestion.ts'

const NAMES = ['bind-answers-202', 'bind-envelope', 'proposal-pending', 'proposal-bound', 'proposal-issued']

test.each([
  ['a slip of the finger', 'bind-answer-202', 'did you mean bind-answers-202?'],
  ['a beginning', 'bind-', 'did you mean bind-answers-202 or bind-envelope?'],
  [
    'a word of several names',
    'proposal',
    'did you mean proposal-pending, proposal-bound or proposal-issued?',
  ],
  ['capitals', 'BIND-ENVELOPE', 'did you mean bind-envelope?'],
  ['nothing like it', 'webhook', undefined],
  ['two letters', 'bi', undefined],
])('%s', (_, word, question) => {
  expect(didYouMean(word, NAMES)).toBe(question)
})
