import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { loadSpec } from '../../../../spec/index.ts'
import type { PlatformContext } from '../context.ts'
import { type BothForms, confirmed, rateAlike } from './both-forms.ts'

const spec = await loadSpec()

const answered = (status: number): Exchange => ({
  id: `submit#${status}`,
  operation: 'submit',
  request: { method: 'POST', url: '/submit', headers: [] },
  answer: { status, headers: [], body: { size: 0, sha256: '', text: '' } },
  startedAt: 0,
  elapsedMs: 1,
  targetMs: 0,
})

const forms = (asString: number): BothForms => ({
  asNumber: answered(200),
  counterpart: answered(200),
  asString: answered(asString),
})

/** Confirms by submissions that get these answers in turn; says how many were sent, and the last verdict. */
async function confirmedBy(...statuses: readonly number[]) {
  let sent = 0
  const submit = async () => {
    sent += 1
    return forms(statuses[sent - 1] ?? 0)
  }
  const seen = await confirmed({ spec } as PlatformContext, submit)
  return [sent, rateAlike(seen, spec).kind]
}

test.each([
  ['no difference', [200], 1, 'cannot-tell'],
  ['one difference, which is of the insured', [400, 200], 2, 'cannot-tell'],
  ['a difference each time', Array(8).fill(400), 7, 'failed'],
] as const)('%s of the two forms is looked for as often as needed', async (_, statuses, sent, kind) => {
  expect(await confirmedBy(...statuses)).toEqual([sent, kind])
})
