import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { namesAmount, READS_FOR_A_NOTE } from '../vocabulary/submissions/raise-note.ts'
import { raiseIsExplained } from './raises.ts'
import { ratingClaims } from './rating.ts'

const spec = await loadSpec()

/** A record that answers a submission with a retention, or a later read of it. */
function rated(
  operation: 'submit' | 'status',
  retention: string,
  state: unknown,
  { id = 'q', submitted = 1000, message }: { id?: string; submitted?: number; message?: string } = {},
): Exchange {
  const record = { quote_id: id, quote_status: state, policy_term: { retention }, message }
  const text = JSON.stringify({ status: 'success', data: record })
  return {
    id: `${id} ${operation}#${retention}`,
    operation,
    ...(operation === 'status' && { quoteId: id }),
    request: { method: 'POST', url: '/', headers: [], body: JSON.stringify({ retention: submitted }) },
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

describe('a retention that was raised', () => {
  const raised = rated('submit', '$2,500.00', 'ready_to_bind')
  test.each([
    ['stays so', '$2,500.00', 'ready_to_bind', undefined],
    ['is raised once more', '$5,000.00', 'issued', undefined],
    ['is rated as submitted later', '$1,000.00', 'bound', 'failed'],
    ['is another one before the quote is rated anew', '$1,000.00', 'pending', undefined],
    ['stands beside a state that is an object', '$1,000.00', { toString: 1 }, undefined],
  ])('%s', (_, retention, state, kind) => {
    const claim = ratingClaims.find(({ requirement }) => requirement === 'retention-below-minimum-is-raised')
    const exchanges = [raised, rated('status', retention, state)]
    expect(claim?.judge({ spec, exchanges })?.kind).toBe(kind)
  })
})

describe('a retention that was raised without a message', () => {
  const quote = (id: string, submitted: number, retention: string, message?: string) =>
    (['submit', ...Array<'status'>(READS_FOR_A_NOTE).fill('status')] as const).map((operation) =>
      rated(operation, retention, 'ready_to_bind', { id, submitted, ...(message && { message }) }),
    )
  const judged = (...quotes: readonly Exchange[][]) =>
    raiseIsExplained().judge(undefined, { spec, exchanges: quotes.flat() }).kind

  test('fails wherever it is seen', () => {
    expect(judged(quote('one', 1000, '$2,500.00'))).toBe('failed')
    expect(judged(quote('one', 1000, '$2,500.00'), quote('other', 5000, '$5,000.00'))).toBe('failed')
    expect(judged(quote('other', 5000, '$5,000.00'))).toBe('cannot-tell')
  })

  test('fails where messages name another amount', () => {
    expect(judged(quote('one', 1000, '$2,500.00', 'raised from $1,000.00'))).toBe('failed')
    expect(judged(quote('one', 1000, '$2,500.00', 'raised to $2,500.00'))).toBe('passed')
  })

  test('may have one on a read that is still to come', () => {
    expect(judged(quote('one', 1000, '$2,500.00').slice(0, -1))).toBe('cannot-tell')
  })

  test('fails where the same quote showed the submitted amount before it was rated', () => {
    const pending = rated('submit', '$1,000.00', 'pending', { id: 'one' })
    expect(judged([pending, ...quote('one', 1000, '$2,500.00').slice(1)])).toBe('failed')
  })
})

describe('a message that names an amount', () => {
  test.each([
    'The retention was raised to $2,500.00.',
    'Retention adjusted to 2500 USD',
    'minimum retention: $2,500',
    'Selbstbehalt auf 2.500,00 $ angehoben',
    'franchise portée à 2 500 $',
    'raised from $1,000 to $2.5k (2500)',
    'the minimum is 2,500.',
    'raised to the minimum of 2.5 thousand dollars',
    'raised to $0.0025M',
  ])('%s', (message) => {
    expect(namesAmount(message, 2500)).toBe(true)
  })

  test.each([
    'The retention was raised.',
    'The retention was raised to $25,000.00.',
    'The submitted $1,000.00 is below the minimum',
    'raised to $2,501.00',
    'raised to 2.5 million dollars',
    'raised to 2500 million dollars',
    'policy 25001 2026-12-01',
    '',
  ])('is not: %s', (message) => {
    expect(namesAmount(message, 2500)).toBe(false)
  })
})

test('a quote that answers two submissions is held against the last one', () => {
  const notLowered = ratingClaims.find(({ requirement }) => requirement === 'retention-not-lowered')
  const first = rated('submit', '$5,000.00', 'ready_to_bind', { submitted: 5000 })
  const again = rated('submit', '$5,000.00', 'ready_to_bind', { submitted: 10_000 })
  expect(notLowered?.judge({ spec, exchanges: [first] })?.kind).toBe('passed')
  expect(notLowered?.judge({ spec, exchanges: [first, again] })?.kind).toBe('failed')
})
