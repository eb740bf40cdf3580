import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { loadSpec } from '../../../spec/index.ts'
import { documentCellClaims } from './document-cells.ts'

const spec = await loadSpec()

const target: Ledger['target'] = {
  deadlines: { rating: 5_000, proposal: 5_000, issue: 5_000, delivery: 2_000, beside: 0 },
}

/** An action of the operator on the quote, or on the work on all of them. */
const ACTIONS = ['review_decline', 'hold_issue', 'release_issue', 'fail_requests']

/**
 * A step of a quote's life: a read that shows a state, `update`, `bind`, or an action of the operator. Others have a number: `wait` the
 * milliseconds, and a document its code, `policy 200`.
 */
function exchangesOf(steps: readonly string[]): readonly Exchange[] {
  let nowMs = 0
  return steps.flatMap((step, place): Exchange[] => {
    const [what = '', code] = step.split(' ')
    nowMs += what === 'wait' ? Number(code) : 10
    if (what === 'wait') return []
    const isAction = ACTIONS.includes(what)
    const isWrite = what === 'update' || what === 'bind'
    const operation = (isAction ? 'operator' : code || isWrite ? what : 'status') as Exchange['operation']
    const text = JSON.stringify({ status: 'success', data: { quote_id: 'q', quote_status: what } })
    return [
      {
        id: `story#${place}`,
        operation,
        ...(isAction ? { action: { name: what, values: { quote_id: 'q' } } } : { quoteId: 'q' }),
        request: { method: 'GET', url: '/q', headers: [], credentials: { token: 'own', key: 'primary' } },
        answer: {
          status: Number(code ?? 200),
          headers: [['content-type', Number(code) === 200 ? 'application/pdf' : 'text/plain']],
          body: { size: 1, sha256: '', ...(operation === 'status' && { text }) },
        },
        startedAt: nowMs,
        elapsedMs: 1,
        targetMs: nowMs,
      },
    ]
  })
}

const verdictOn = (requirement: string, steps: readonly string[]) =>
  documentCellClaims
    .find((claim) => claim.requirement === requirement)
    ?.judge({ spec, exchanges: exchangesOf(steps), target })

const READY = ['ready_to_bind', 'wait 2000', 'ready_to_bind']

test.each<[string, readonly string[], string | undefined]>([
  ['policy-in-issued', ['issued', 'policy 200', 'issued'], 'passed'],
  ['policy-in-issued', ['issued', 'policy 409', 'issued'], 'failed'],
  ['policy-in-issued', ['bound', 'policy 409', 'issued'], undefined],
  ['policy-in-issued', ['issued', 'policy 409'], undefined],
  ['policy-in-issued', ['issued', 'policy 503', 'issued'], undefined],
  ['policy-in-issued', ['issued', 'policy 500', 'issued'], 'failed'],
  ['policy-in-issued', ['fail_requests', 'issued', 'policy 500', 'issued'], undefined],
  ['policy-in-ready-to-bind', ['ready_to_bind', 'policy 200', 'ready_to_bind'], 'failed'],
  ['policy-in-approved-rate', ['approved_rate', 'policy 400', 'approved_rate'], 'observed'],
  ['policy-only-in-issued', ['approved_rate', 'policy 200', 'approved_rate'], 'failed'],
  ['policy-only-in-issued', ['approved_rate', 'policy 409', 'approved_rate'], 'passed'],
  ['policy-only-in-issued', ['issued', 'policy 200', 'issued'], undefined],
  ['documents-before-v1-8-0', ['approved_rate', 'policy 400', 'approved_rate'], 'observed'],
])('%s of %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, steps)?.kind).toBe(expected)
})

test.each<[string, readonly string[], string | undefined]>([
  ['quote-proposal-in-ready-to-bind', ['quote-proposal 409'], 'passed'],
  ['quote-proposal-arrives', ['quote-proposal 409'], undefined],
  ['quote-proposal-in-ready-to-bind', ['quote-proposal 404'], 'failed'],
  ['quote-proposal-in-ready-to-bind', ['quote-proposal 200', 'quote-proposal 409'], 'failed'],
  ['quote-proposal-arrives', ['quote-proposal 409', 'wait 2000', 'quote-proposal 200'], 'passed'],
  ['quote-proposal-in-ready-to-bind', ['quote-proposal 409', 'wait 2000', 'quote-proposal 409'], 'passed'],
  ['quote-proposal-in-ready-to-bind', ['quote-proposal 409', 'wait 5000', 'quote-proposal 409'], 'failed'],
  ['quote-proposal-arrives', ['quote-proposal 409', 'wait 5000', 'quote-proposal 409'], 'failed'],
])('%s, where it may come later: %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, ['ready_to_bind', ...steps, 'ready_to_bind'])?.kind).toBe(expected)
})

test('a document in another state, or from before an update, may have been another one', () => {
  const judged = (steps: readonly string[]) => verdictOn('quote-proposal-in-ready-to-bind', steps)?.kind
  const review = ['underwriter_review', 'quote-proposal 200', 'underwriter_review']
  expect(judged([...review, 'ready_to_bind', 'quote-proposal 409', 'ready_to_bind'])).toBe('passed')
  const updated = [...READY, 'quote-proposal 200', 'ready_to_bind', 'update', 'wait 5000']
  expect(judged([...updated, 'ready_to_bind', 'quote-proposal 409', 'ready_to_bind'])).toBe('passed')
})

test('after an update nothing is judged until its re-rating would have begun', () => {
  const preview = ['ready_to_bind', 'quote-preview 400', 'ready_to_bind']
  const judged = (...steps: string[]) => verdictOn('quote-preview-in-ready-to-bind', steps)?.kind
  expect(judged('update', ...preview)).toBeUndefined()
  expect(judged('update', 'wait 5000', ...preview)).toBe('failed')
  expect(judged('ready_to_bind', 'update', 'quote-preview 400', 'ready_to_bind')).toBeUndefined()
  expect(verdictOn('policy-in-issued', ['update', 'issued', 'policy 409', 'issued'])?.kind).toBe('failed')
})

test('reads that may lag behind what ended a state tell nothing', () => {
  const proposal = ['underwriter_review', 'quote-proposal 404', 'underwriter_review']
  const underReview = (...steps: string[]) => verdictOn('quote-proposal-in-underwriter-review', steps)?.kind
  expect(underReview(...proposal)).toBe('failed')
  expect(underReview('review_decline', ...proposal)).toBeUndefined()
  expect(underReview('review_decline', 'wait 2000', ...proposal)).toBe('failed')
  const policy = [...READY, 'policy 200', 'ready_to_bind']
  expect(verdictOn('policy-in-ready-to-bind', policy)?.kind).toBe('failed')
  expect(verdictOn('policy-in-ready-to-bind', ['bind', 'ready_to_bind', 'policy 200', 'ready_to_bind'])).toBe(
    undefined,
  )
})

test('a state that ends by itself is known while its work is held, or where a later read shows it', () => {
  const early = ['bound', 'policy 200', 'bound']
  const judged = (...steps: string[]) => verdictOn('policy-only-in-issued', steps)?.kind
  expect(judged('bind', ...early)).toBeUndefined()
  expect(judged('hold_issue', 'bind', ...early, 'release_issue')).toBe('failed')
  expect(judged('bind', 'hold_issue', ...early, 'release_issue')).toBeUndefined()
  expect(judged('hold_issue', 'bind', 'release_issue', ...early)).toBeUndefined()
  expect(judged('bind', ...early, 'wait 1000', 'bound')).toBe('failed')
})
