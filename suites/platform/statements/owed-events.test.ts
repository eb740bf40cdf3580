import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { RATED, story } from '../ledger/testing.ts'
import { delivered } from '../vocabulary/events/testing.ts'
import { eventStatements } from './events.ts'

test('a policy of another quote, whose insured is written in other words, hides no missing event', () => {
  const { exchanges, arrivals = [], ...facts } = story(...RATED, 'bind', 'shows issued', 'wait')
  const submitted = exchanges.find(({ operation }) => operation === 'submit')
  const other = { ...submitted?.request, body: JSON.stringify({ insured_name: 'Birch & Daughters' }) }
  const answer = submitted?.answer?.body.text?.replaceAll(/[0-9a-f]{2}"/g, 'ff"') ?? ''
  const beside = [
    { ...submitted, request: other, answer: { ...submitted?.answer, body: { text: answer } } } as Exchange,
  ]
  const policy = (name: string) => ({
    ...delivered({
      ...{ id: 'of another', type: 'policy.created', at: arrivals.at(-1)?.earliest ?? 0 },
      data: { policyId: 'p2', customer: { name } },
    }),
    ...{ id: 'other', endpoint: arrivals[0]?.endpoint ?? '', receivedAt: arrivals.at(-1)?.receivedAt ?? 0 },
  })
  const kindBeside = (name: string) =>
    eventStatements
      .find(({ requirement }) => requirement === 'policy-created-emitted')
      ?.judge({ ...facts, exchanges: [...exchanges, ...beside], arrivals: [...arrivals, policy(name)] })?.kind
  expect(kindBeside('Birch & Daughters')).toBe('failed')
  expect(kindBeside('Somebody Else')).toBe('cannot-tell')
})
