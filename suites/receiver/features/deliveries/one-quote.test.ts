import { expect, test } from 'vitest'
import { eventBody } from '../../../../generators/events.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { eventsOfOneQuote } from './one-quote.ts'

const spec = await loadSpec()
const now = () => Date.UTC(2027, 0, 15)
let made = 0
const event = (type: string) => {
  made += 1
  return eventBody(spec, type, {
    partnerId: 'p',
    brokerageId: 'b',
    at: now(),
    mark: String(made).padStart(32, '0'),
  })
}
const draft = (type: string, { body = '' } = {}) => ({ id: `${type} ${made}`, timestamp: '', body })

test('the events of one quote come with ever earlier timestamps, each under its own id', () => {
  const all = eventsOfOneQuote({ spec, draft, event, now })
  const bodies = all.map((one) => JSON.parse(one.draft.body))
  expect(all.map(({ kind }) => kind)).toEqual(['policy.created', 'quote.proposalReady', 'quote.created'])
  expect(bodies.map(({ timestamp }) => timestamp).toSorted()).toEqual(
    bodies.map(({ timestamp }) => timestamp).toReversed(),
  )
  expect(new Set(all.map((one) => one.draft.id)).size).toBe(3)
})

test('they share their quote and its customer where an event has them', () => {
  const all = eventsOfOneQuote({ spec, draft, event, now })
  const [policy, proposal, created] = all.map((one) => JSON.parse(one.draft.body).data)
  expect(proposal.quoteId).toBe(created.quoteId)
  expect(policy.customer).toEqual(created.customer)
  expect(policy).not.toHaveProperty('quoteId')
})
