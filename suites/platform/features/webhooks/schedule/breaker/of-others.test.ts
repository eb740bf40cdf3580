import { expect, test } from 'vitest'
import { delivered } from '../../../../vocabulary/events/testing.ts'
import { noEventOfOthers } from './of-others.ts'

test('an endpoint gets no event of another partner', () => {
  expect(noEventOfOthers([]).kind).toBe('passed')
  expect(noEventOfOthers([delivered({ type: 'quote.created' })])).toMatchObject({
    kind: 'failed',
    findings: [{ observed: "quote.created of another partner's quote" }],
  })
})

test('without a quote of another partner nothing is decided', () => {
  expect(noEventOfOthers(undefined)).toMatchObject({ kind: 'cannot-tell', key: 'credentials.other_partner' })
})
