import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { attemptAt } from '../../vocabulary/attempts/testing.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { refusedSubmissions } from './refused-submissions.ts'

const REQUIREMENT = 'refused-submit-changes-nothing'
const SERVED = '5b0d3b4e-4c5e-4f51-9a53-0c3d5a6f7b81'

/** Makes a `quote.created` for a quote and a customer. */
const created = (quoteId: string, name: string) =>
  attemptAt(0, { body: JSON.stringify({ type: 'quote.created', data: { quoteId, customer: { name } } }) })

testClaims(refusedSubmissions, {
  spec: await loadSpec(),
  trace: {
    attempts: [{ marks: ['alder 1'], answer: answeredWith(401, {}, 'submit') }],
    served: { id: SERVED, submission: {}, submitted: answeredWith(200, {}, 'submit') },
    arrivals: [created(SERVED, 'Alder 2')],
    waitedMs: 1000,
  },
  rows: [
    {
      requirement: REQUIREMENT,
      with: 'an event of a refused submission',
      change: (copy) => ({ ...copy, arrivals: [...copy.arrivals, created('other', 'Alder 1')] }),
      expected: 'failed',
    },
    {
      requirement: REQUIREMENT,
      with: 'a submission that was served',
      change: (copy) => ({
        ...copy,
        attempts: [{ marks: ['alder 1'], answer: answeredWith(200, {}, 'submit') }],
      }),
      expected: 'cannot-tell',
    },
    {
      requirement: REQUIREMENT,
      with: 'a customer that all submissions share',
      change: (copy) => ({ ...copy, attempts: [{ marks: [], answer: answeredWith(401, {}, 'submit') }] }),
      expected: 'cannot-tell',
    },
    {
      requirement: REQUIREMENT,
      with: 'no event at all',
      change: (copy) => ({ ...copy, arrivals: [] }),
      expected: 'cut-off',
    },
  ],
})
