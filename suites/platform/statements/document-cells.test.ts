import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { documentCellClaims } from './document-cells.ts'

const spec = await loadSpec()

/** A step of a quote's life: a read that shows a state, `update`, or a document and its code, `policy 200`. */
function exchangesOf(steps: readonly string[]): readonly Exchange[] {
  return steps.map((step, place) => {
    const [what = '', code] = step.split(' ')
    const operation = (code !== undefined || what === 'update' ? what : 'status') as Exchange['operation']
    const text = JSON.stringify({ status: 'success', data: { quote_id: 'q', quote_status: what } })
    const isRead = operation === 'status'
    return {
      id: `story#${place}`,
      operation,
      quoteId: 'q',
      request: { method: 'GET', url: '/q', headers: [], credentials: { token: 'own', key: 'primary' } },
      answer: {
        status: Number(code ?? 200),
        headers: [['content-type', Number(code) === 200 ? 'application/pdf' : 'text/plain']],
        body: { size: 1, sha256: '', ...(isRead && { text }) },
      },
      startedAt: 10 * place,
      elapsedMs: 1,
      targetMs: 0,
    }
  })
}

const verdictOn = (requirement: string, exchanges: readonly Exchange[]) =>
  documentCellClaims.find((claim) => claim.requirement === requirement)?.judge({ spec, exchanges })?.kind

test.each<[string, readonly string[], string | undefined]>([
  ['policy-in-issued', ['issued', 'policy 200', 'issued'], 'passed'],
  ['policy-in-issued', ['issued', 'policy 409', 'issued'], 'failed'],
  ['policy-in-issued', ['bound', 'policy 409', 'issued'], undefined],
  ['policy-in-issued', ['issued', 'policy 409'], undefined],
  ['policy-in-issued', ['issued', 'policy 503', 'issued'], undefined],
  ['policy-in-ready-to-bind', ['ready_to_bind', 'policy 200', 'ready_to_bind'], 'failed'],
  ['policy-in-bound', ['bound', 'policy 200', 'bound'], undefined],
  ['quote-proposal-in-ready-to-bind', ['ready_to_bind', 'quote-proposal 409', 'ready_to_bind'], 'passed'],
  ['quote-proposal-in-ready-to-bind', ['ready_to_bind', 'quote-proposal 404', 'ready_to_bind'], 'failed'],
  [
    'quote-proposal-in-ready-to-bind',
    ['ready_to_bind', 'quote-proposal 200', 'quote-proposal 409', 'ready_to_bind'],
    'failed',
  ],
  [
    'quote-proposal-in-ready-to-bind',
    ['quote-proposal 200', 'update', 'ready_to_bind', 'quote-proposal 409', 'ready_to_bind'],
    undefined,
  ],
  [
    'quote-preview-in-ready-to-bind',
    ['ready_to_bind', 'update', 'quote-preview 400', 'ready_to_bind'],
    undefined,
  ],
  [
    'quote-proposal-in-ready-to-bind',
    [
      ...['underwriter_review', 'quote-proposal 200', 'underwriter_review'],
      ...['ready_to_bind', 'quote-proposal 409', 'ready_to_bind'],
    ],
    'passed',
  ],
  [
    'quote-preview-in-ready-to-bind',
    ['update', 'ready_to_bind', 'quote-preview 400', 'ready_to_bind'],
    undefined,
  ],
  ['policy-in-issued', ['update', 'issued', 'policy 409', 'issued'], 'failed'],
])('%s of %j', (requirement, steps, expected) => {
  expect(verdictOn(requirement, exchangesOf(steps))).toBe(expected)
})
