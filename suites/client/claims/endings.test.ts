import type { ClientRun } from '../../../conformance/ports/client.ts'
import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, performance, QUOTE, sent, straight, trace } from '../testing/trace.ts'
import {
  comesToAnEnd,
  endsAt,
  endsInOrder,
  saysWhatIsMissing,
  saysWhatItCouldNotDo,
  takesADecline,
  takesAnError,
  writesWhereItEndsWell,
} from './endings.ts'

const wrote = (value: unknown): Partial<ClientRun> => ({ result: { kind: 'read', value } })
const left = (changes: Partial<ClientRun>) => () =>
  trace(performance(straight(), { runs: [clientRun(changes)] }))
const refused =
  (changes: Partial<ClientRun>, ...more: Parameters<typeof performance>[0]) =>
  () =>
    trace(performance([sent('submit', { status: 400 }), ...more], { runs: [clientRun(changes)] }))
const code = (given: number): Partial<ClientRun> => ({ end: { kind: 'exited', code: given } })
const timeout: Partial<ClientRun> = { end: { kind: 'timeout', afterMs: 120_000 } }
const byHand: Partial<ClientRun> = { end: { kind: 'by-hand' } }
const reviewed =
  (changes: Partial<ClientRun>, ...more: Parameters<typeof performance>[0]) =>
  () =>
    trace(
      performance(
        [
          sent('submit', { state: 'pending' }),
          sent('status', { at: 2000, state: 'underwriter_review' }),
          ...more,
        ],
        { runs: [clientRun(changes)] },
      ),
    )
const inReview = wrote({ quote_id: QUOTE, quote_status: 'underwriter_review' })
const WRITES = 'client-writes-its-result'
const DECLINED = 'client-handles-declined'
const ERROR = 'client-handles-error'
const REVIEW = 'client-handles-underwriter-review'
const COULD_NOT = 'client-reports-what-it-could-not-do'
const TEXT = 'client-handles-plain-text-errors'

testSessionClaims(
  'endings',
  await loadSpec(),
  [
    endsInOrder(WRITES),
    takesADecline,
    takesAnError,
    endsAt(REVIEW, 'underwriter_review'),
    saysWhatItCouldNotDo,
    comesToAnEnd(TEXT),
  ],
  [
    { requirement: 'client-handles-declined', with: 'as it is', expected: 'failed' },
    { requirement: 'client-handles-error', with: 'as it is', expected: 'failed' },
    { requirement: 'client-reports-what-it-could-not-do', with: 'as it is', expected: 'failed' },
    {
      requirement: WRITES,
      with: 'more in the result',
      change: left(wrote({ quote_id: QUOTE, quote_status: 'issued', at: 1 })),
      expected: 'passed',
    },
    {
      requirement: WRITES,
      with: 'code 1',
      change: left(code(1)),
      expected: 'failed',
      finding: { at: 'exit code' },
    },
    { requirement: WRITES, with: 'no end', change: left(timeout), expected: 'failed' },
    {
      requirement: WRITES,
      with: 'no result',
      change: left({ result: { kind: 'missing' } }),
      expected: 'failed',
    },
    { requirement: WRITES, with: 'a result that is no object', change: left(wrote([])), expected: 'failed' },
    {
      requirement: WRITES,
      with: 'another id',
      change: left(wrote({ quote_id: 'x', quote_status: 'issued' })),
      expected: 'failed',
      finding: { at: '/quote_id' },
    },
    {
      requirement: WRITES,
      with: 'an older state',
      change: left(wrote({ quote_id: QUOTE, quote_status: 'bound' })),
      expected: 'failed',
      finding: { at: '/quote_status' },
    },
    { requirement: WRITES, with: 'a client driven by hand', change: left(byHand), expected: 'cannot-tell' },
    {
      requirement: DECLINED,
      with: 'declined in the result',
      change: refused(wrote({ quote_id: null, quote_status: 'declined', error: 'no' })),
      expected: 'passed',
    },
    {
      requirement: DECLINED,
      with: 'declined in the error',
      change: refused(wrote({ error: 'Declined: too many claims' })),
      expected: 'passed',
    },
    {
      requirement: DECLINED,
      with: 'nothing of a decline',
      change: refused(wrote({ error: 'HTTP 400' })),
      expected: 'failed',
    },
    { requirement: DECLINED, with: 'code 1', change: refused(code(1)), expected: 'failed' },
    { requirement: ERROR, with: 'code 1', change: refused(code(1)), expected: 'passed' },
    {
      requirement: ERROR,
      with: 'the error in the result',
      change: refused(wrote({ error: 'revenue is missing' })),
      expected: 'passed',
    },
    {
      requirement: ERROR,
      with: 'no word of it',
      change: refused(wrote({ error: null })),
      expected: 'failed',
    },
    {
      requirement: ERROR,
      with: 'a decline',
      change: refused(wrote({ quote_status: 'declined' })),
      expected: 'failed',
    },
    {
      requirement: ERROR,
      with: 'a poll of nothing',
      change: refused(code(1), sent('status', { at: 9, quoteId: 'undefined' })),
      expected: 'failed',
    },
    { requirement: REVIEW, with: 'an end in order', change: reviewed(inReview), expected: 'passed' },
    {
      requirement: REVIEW,
      with: 'a bind',
      change: reviewed(inReview, sent('bind', { at: 2010, status: 400 })),
      expected: 'failed',
    },
    {
      requirement: REVIEW,
      with: 'another submission, which nothing forbids',
      change: reviewed(inReview, sent('submit', { at: 2010, state: 'underwriter_review' })),
      expected: 'passed',
    },
    { requirement: REVIEW, with: 'code 1', change: reviewed(code(1)), expected: 'failed' },
    { requirement: REVIEW, with: 'another state', expected: 'cannot-tell' },
    { requirement: COULD_NOT, with: 'code 1', change: left(code(1)), expected: 'passed' },
    {
      requirement: COULD_NOT,
      with: 'a signal',
      change: left({ end: { kind: 'killed', signal: 'SIGABRT' } }),
      expected: 'passed',
    },
    { requirement: COULD_NOT, with: 'code 0', change: left(code(0)), expected: 'failed' },
    {
      requirement: COULD_NOT,
      with: 'code 0 and the error in the result',
      change: left({ ...code(0), ...wrote({ quote_id: null, error: 'HTTP 401' }) }),
      expected: 'passed',
    },
    { requirement: COULD_NOT, with: 'attempts without end', change: left(timeout), expected: 'cannot-tell' },
    { requirement: TEXT, with: 'any code', change: left(code(3)), expected: 'passed' },
    { requirement: TEXT, with: 'no end', change: left(timeout), expected: 'failed' },
  ],
)

testSessionClaims(
  'what is written where something broke off',
  await loadSpec(),
  [writesWhereItEndsWell],
  [
    {
      requirement: WRITES,
      with: 'no result',
      change: left({ result: { kind: 'missing' } }),
      expected: 'failed',
      finding: { at: 'exit code' },
    },
    {
      requirement: WRITES,
      with: 'no result and code 1',
      change: left({ ...code(1), result: { kind: 'missing' } }),
      expected: 'passed',
    },
  ],
)

testSessionClaims(
  'what is said of documents that are missing',
  await loadSpec(),
  [saysWhatIsMissing],
  [
    { requirement: COULD_NOT, with: 'no document', change: left({ files: [] }), expected: 'failed' },
    {
      requirement: COULD_NOT,
      with: 'no document and code 1',
      change: left({ ...code(1), files: [] }),
      expected: 'passed',
    },
    {
      requirement: COULD_NOT,
      with: 'no document and an error in the result',
      change: left({ ...wrote({ quote_id: QUOTE, quote_status: 'issued', error: 'cut' }), files: [] }),
      expected: 'passed',
    },
  ],
)
