import { expect, test } from 'vitest'
import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import { JOURNEY_STEPS } from '../../../conformance/ports/client.ts'
import { isJourneyOver } from './journey-end.ts'

const sent = (operation: Operation, state?: string, status = 200): Exchange => ({
  id: '1',
  operation,
  request: { method: 'GET', url: 'http://x', headers: [] },
  answer: {
    status,
    headers: [],
    body: { size: 0, sha256: '', text: JSON.stringify({ data: { quote_status: state } }) },
  },
  startedAt: 0,
  elapsedMs: 0,
  targetMs: 0,
})
const documents = [sent('quote-proposal'), sent('policy')]

test.each([
  ['nothing', [], false],
  ['a submission', [sent('submit', 'pending')], false],
  ['a submission that was refused', [sent('submit', undefined, 400)], true],
  ['a quote in review', [sent('submit'), sent('status', 'underwriter_review')], true],
  ['a ready quote', [sent('submit'), sent('status', 'ready_to_bind')], false],
  ['an issued policy without its documents', [sent('submit'), sent('status', 'issued')], false],
  ['an issued policy with its documents', [sent('submit'), sent('status', 'issued'), ...documents], true],
] as const)('a journey of %s', (_, requests, over) => {
  expect(isJourneyOver(requests, JOURNEY_STEPS)).toBe(over)
})

test('a journey without a bind ends at a ready quote', () => {
  expect(isJourneyOver([sent('submit'), sent('status', 'ready_to_bind')], ['submit', 'poll'])).toBe(true)
})
