import { expect, test } from 'vitest'
import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { judgeJourney } from './judge.ts'
import type { TakenStep } from './trace.ts'

const spec = await loadSpec()

function exchange(operation: Operation, status: number, data: object = {}): Exchange {
  const text = JSON.stringify({ status: 'success', data })
  return {
    id: `journey#${operation}`,
    operation,
    request: { method: 'PUT', url: `/${operation}`, headers: [] },
    answer: { status, headers: [], body: { size: text.length, sha256: '', text } },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

const shows = (state: string): Exchange => exchange('status', 200, { quote_id: 'q', quote_status: state })
const ready = shows('ready_to_bind')

const step = (action: TakenStep['action'], sent: readonly Exchange[], after: Exchange): TakenStep => ({
  text: action,
  action,
  quote: 0,
  before: ready,
  sent,
  after,
})
test('a retention that the profile says is raised is raised under any circumstance', () => {
  const record = (retention: string) =>
    exchange('status', 200, { quote_status: 'ready_to_bind', policy_term: { retention } })
  const raised = (retention: string, isRaisePromised: boolean) =>
    judgeJourney(
      {
        quotes: [
          {
            ...{
              id: 'q',
              submission: { retention: 1000 },
              submitted: ready,
              made: { outcome: 'retention_raised' },
            },
            ...(isRaisePromised && { isRaisePromised }),
          },
        ],
        steps: [step('end', [], record(retention))],
        exchanges: [],
      },
      spec,
    )
      .filter(({ requirement }) => requirement === 'retention-below-minimum-is-raised')
      .map(({ verdict }) => verdict.kind)
  expect(raised('2500.00', true)).toEqual(['passed'])
  expect(raised('1000.00', true)).toEqual(['failed'])
  expect(raised('1000.00', false)).toEqual([])
})

test('an update that breaks a rule is refused wherever updates are allowed', () => {
  const requirement = 'update-type-it-manager-contact-title'
  const verdicts = (state: string, status: number) => {
    const wrong = { ...step('invalid-update', [exchange('update', status)], ready), before: shows(state) }
    return judgeJourney({ quotes: [], steps: [{ ...wrong, breaks: [requirement] }], exchanges: [] }, spec)
      .filter((one) => one.requirement === requirement)
      .map(({ verdict }) => verdict.kind)
  }
  expect(verdicts('ready_to_bind', 200)).toEqual(['failed'])
  expect(verdicts('approved_rate', 202)).toEqual(['failed'])
  expect(verdicts('ready_to_bind', 400)).toEqual(['passed'])
  expect(verdicts('failed', 200)).toEqual([])
})

test.each([
  ['passed', { own: ['Alder'], foreign: [] }],
  ['failed', { own: [], foreign: ['Birch'] }],
  [undefined, { own: [], foreign: [] }],
])('whose document it is: %s for %j', (kind, names) => {
  const read = { ...step('policy', [exchange('policy', 200)], ready), names }
  const verdicts = judgeJourney({ quotes: [], steps: [read], exchanges: [] }, spec)
  expect(verdicts.find(({ requirement }) => requirement === 'policy-shows-its-quote')?.verdict.kind).toBe(
    kind,
  )
})
