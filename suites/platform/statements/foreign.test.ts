import { expect, test } from 'vitest'
import { RATED, story } from '../ledger/testing.ts'
import { foreignStatements } from './foreign.ts'

const verdictOn = (...steps: readonly string[]) =>
  foreignStatements
    .find(({ requirement }) => requirement === 'quote-preview-foreign-quote')
    ?.judge(story(...RATED, ...steps))?.kind

/** The other partner submits, and is let in so. */
const LET_IN = 'beside foreign submit'

test.each<[string, readonly string[], string | undefined]>([
  ['is a breach', ['foreign quote-preview 200'], 'failed'],
  ['is refused as it has to be', [LET_IN, 'quote-preview 200', 'foreign quote-preview 404'], 'passed'],
  [
    'decides nothing where its owner has none',
    [LET_IN, 'quote-preview 400', 'foreign quote-preview 404'],
    undefined,
  ],
  [
    'decides nothing where that partner is not let in',
    ['quote-preview 200', 'foreign quote-preview 404'],
    undefined,
  ],
])('a document that another partner asks for %s', (_, steps, expected) => {
  expect(verdictOn(...steps)).toBe(expected)
})
