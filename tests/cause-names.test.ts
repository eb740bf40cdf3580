import { expect, test } from 'vitest'
import type { Exchange } from '../conformance/exchange.ts'
import { causeId } from '../reporters/index.ts'
import { statusIs } from '../suites/platform/vocabulary/judge/answer.ts'

const exchange = (operation: Exchange['operation'], more: Partial<Exchange>): Exchange => ({
  ...{ id: `a/b#${operation}`, operation, startedAt: 0, elapsedMs: 1, targetMs: 0 },
  request: { method: 'POST', url: 'http://127.0.0.1/', headers: [] },
  ...more,
})
const idOf = (one: Exchange): string => {
  const verdict = statusIs(one, 200)
  const [finding] = verdict.kind === 'failed' ? verdict.findings : []
  return finding === undefined ? 'none' : causeId(finding)
}

test.each([
  ['closed connections', { failure: { kind: 'reset', message: 'closed' } }],
  ['one wrong status', { answer: { status: 500, headers: [], body: { size: 0, sha256: '' } } }],
] as const)('%s of two operations have two names, and always the same ones', (_, more) => {
  const [bind, submit] = [idOf(exchange('bind', more)), idOf(exchange('submit', more))]
  expect(bind).not.toBe(submit)
  expect(idOf(exchange('bind', more))).toBe(bind)
})
