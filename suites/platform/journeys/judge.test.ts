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
  reRatingPending: false,
  bound: false,
})
const bind = exchange('bind', 202)
const update = exchange('update', 200)

/** Returns the verdicts on the transition from bound to issued, for a journey that ends in a state. */
function ended(state: string, ...steps: readonly TakenStep[]): readonly string[] {
  const journey = { quotes: [], steps: [...steps, step('end', [], shows(state))], exchanges: [] }
  return judgeJourney(journey, spec)
    .filter(({ requirement }) => requirement === 'transition-bound-to-issued')
    .map(({ verdict }) => verdict.kind)
}

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
              submitted: bind,
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

test('a bind that was accepted ends in a policy', () => {
  expect(ended('issued', step('bind', [bind], ready))).toEqual(['passed'])
  expect(ended('ready_to_bind', step('bind', [bind], ready))).toEqual(['failed'])
  expect(ended('ready_to_bind', step('bind', [exchange('bind', 400)], ready))).toEqual([])
})

test('a bind that was accepted where it is not allowed owes nothing', () => {
  const early = { ...step('bind', [bind], shows('failed')), before: shows('failed') }
  expect(ended('failed', early)).toEqual([])
})

test('what becomes of a queued bind that an update overtakes is open', () => {
  expect(ended('ready_to_bind', step('bind', [bind], ready), step('update', [update], ready))).toEqual([])
  expect(ended('ready_to_bind', step('bind-and-update', [bind, update], ready))).toEqual([])
  const reRatingPending = { ...step('bind', [bind], ready), reRatingPending: true }
  expect(ended('ready_to_bind', step('update', [update], ready), reRatingPending)).toEqual([])
  expect(ended('ready_to_bind', { ...reRatingPending, after: shows('bound') })).toEqual(['failed'])
})

test('a bind that was lost before the quote was left alone is not excused by an update afterwards', () => {
  const rested = step('rest', [], ready)
  const lost = [step('bind', [bind], ready), rested, step('update', [update], ready)]
  expect(ended('ready_to_bind', ...lost)).toEqual(['failed'])
  const early = { ...step('bind', [bind], shows('pending')), before: shows('pending') }
  const proper = step('bind', [bind], ready)
  expect(ended('ready_to_bind', early, step('update', [update], ready), rested, proper)).toEqual(['failed'])
})

test('an update of a quote that is bound for all to see excuses nothing', () => {
  const bound = step('bind', [bind], shows('bound'))
  expect(ended('ready_to_bind', bound, step('update', [update], ready))).toEqual(['failed'])
  expect(ended('ready_to_bind', step('update', [update], ready), step('bind', [bind], ready))).toEqual([
    'failed',
  ])
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
