import type { Exchange } from '../../../../conformance/exchange.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { unknownIds } from './unknown.ts'

const [ofStatus] = unknownIds
if (ofStatus === undefined) throw new Error('there is no scenario of unknown ids')

const NOT_FOUND = { status: 'error', error: { message: 'Quote not found.' } }
const status = (code: number): Exchange => answeredWith(code, NOT_FOUND, 'status')
/** An exchange whose connection was closed without an answer. */
const { answer: _, ...closed } = status(400)
const MALFORMED = 'status-malformed-id'

testClaims(ofStatus, {
  spec: await loadSpec(),
  trace: {
    unknown: [status(404), status(404)],
    malformed: [status(404), status(400)],
    undecodable: [status(400)],
    counterpart: status(404),
    second: { unknown: status(404), counterpart: status(404) },
  },
  rows: [
    {
      requirement: 'status-unknown-id',
      with: 'a quote that nobody has',
      change: (trace) => ({ ...trace, unknown: [status(404), status(200)] }),
      expected: 'failed',
    },
    {
      requirement: 'status-unknown-id',
      with: 'a bad request for the second partner',
      change: (trace) => ({ ...trace, second: { unknown: status(400), counterpart: status(404) } }),
      expected: 'failed',
    },
    {
      requirement: 'status-unknown-id',
      with: 'no second partner',
      change: ({ second: _second, ...trace }) => trace,
      expected: 'cannot-tell',
    },
    {
      requirement: MALFORMED,
      with: 'an internal error at an id that cannot be decoded',
      change: (trace) => ({ ...trace, undecodable: [status(500)] }),
      expected: 'failed',
    },
    {
      requirement: MALFORMED,
      with: 'a gateway that asks for a token there',
      change: (trace) => ({ ...trace, undecodable: [status(401)] }),
      expected: 'passed',
    },
    {
      requirement: MALFORMED,
      with: 'an internal error behind connections that were closed',
      change: (trace) => ({ ...trace, undecodable: [closed, closed, status(500)] }),
      expected: 'failed',
    },
    {
      requirement: MALFORMED,
      with: 'connections that were closed',
      change: (trace) => ({ ...trace, undecodable: [closed] }),
      expected: 'cannot-tell',
    },
    { requirement: 'status-malformed-id-code', with: 'as it is', expected: 'observed' },
  ],
})
