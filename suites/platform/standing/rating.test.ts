import { describe, expect, test } from 'vitest'
import { namesAmount } from './rating.ts'

describe('a message that names an amount', () => {
  test.each([
    'The retention was raised to $2,500.00.',
    'Retention adjusted to 2500 USD',
    'minimum retention: $2,500',
    'Selbstbehalt auf 2.500,00 $ angehoben',
    'franchise portée à 2 500 $',
    'raised from $1,000 to $2.5k (2500)',
    'the minimum is 2,500.',
  ])('%s', (message) => {
    expect(namesAmount(message, 2500)).toBe(true)
  })

  test.each([
    'The retention was raised.',
    'The retention was raised to $25,000.00.',
    'The submitted $1,000.00 is below the minimum',
    'raised to $2,501.00',
    'policy 25001 2026-12-01',
    '',
  ])('is not: %s', (message) => {
    expect(namesAmount(message, 2500)).toBe(false)
  })
})
