import { expect, test } from 'vitest'
import { submissionText } from './submission-text.ts'

const VALUE = { insured_name: 'Ærøskøbing “保険” 🏦 "Ltd" \\', claims: { claims_amount: 1250.5 } }

test.each(['many-lines', 'one-line', 'many-lines-unended', 'windows', 'escaped'] as const)(
  'what is written as %s is the same JSON',
  (written) => {
    expect(JSON.parse(submissionText(written, VALUE))).toEqual(VALUE)
  },
)

test('every way differs from the others', () => {
  expect(submissionText('one-line', VALUE)).not.toContain('\n')
  expect(submissionText('many-lines', VALUE)).toMatch(/[^\r]\n$/)
  expect(submissionText('many-lines-unended', VALUE)).toMatch(/\n\}$/)
  expect(submissionText('windows', VALUE)).toMatch(/\r\n\}\r\n$/)
  expect(submissionText('escaped', VALUE)).toMatch(/^[ -~]+\n$/)
})
