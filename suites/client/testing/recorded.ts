import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import { ENTRY_KINDS, type Ledger } from '../../../conformance/ledger.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../spec/index.ts'
import { recordedStatements } from '../recorded/index.ts'
import { sent } from './trace.ts'

const spec = await loadSpec()
export const STATEMENTS = [...recordedStatements.byRequest, ...recordedStatements.overTime]
export const OTHER = '3f2a9c1e-0000-4000-8000-000000000002'

type Given = Parameters<typeof sent>[1]

/** Reads of the status at moments of the session, in milliseconds. */
export const polls = (times: readonly number[], given: Given = {}) =>
  times.map((at) => sent('status', { at, state: 'pending', ...given }))

export const spacedTimes = (ms: number, count: number, from = 2000): readonly number[] =>
  Array.from({ length: count }, (_, place) => from + place * ms)

export const submitted = (given: Given = {}) => sent('submit', { at: 0, state: 'pending', ...given })

export const again = (operation: Operation, times: readonly number[], given: Given) =>
  times.map((at) => sent(operation, { at, ...given }))

/** A request with a token of its own, and before it the request for the token. */
export const withToken = (one: Exchange, bearer: string): readonly Exchange[] => {
  const answer = JSON.stringify({ access_token: 'x', expires_in: 3600 })
  const grant = sent('token', { at: one.startedAt - 1, answer })
  return [{ ...grant, issues: bearer }, carrying(one, bearer)]
}

export const carrying = (one: Exchange, bearer: string): Exchange => ({
  ...one,
  request: { ...one.request, credentials: { token: 'own', key: 'own', bearer } },
})

export const event = (at: number, quoteId?: string) =>
  ({ latest: at, body: JSON.stringify({ data: { quoteId } }) }) as unknown as Arrival

export function verdictsOf(
  exchanges: readonly Exchange[],
  more: Partial<Ledger> = {},
): ReadonlyMap<string, string> {
  const inOrder = exchanges.toSorted((one, other) => one.startedAt - other.startedAt)
  const ledger: Ledger = { exchanges: inOrder, arrivals: [], whole: ENTRY_KINDS, ...more }
  return new Map(
    STATEMENTS.filter(({ relies = [] }) => relies.every((kind) => ledger.whole?.includes(kind))).flatMap(
      (one) => {
        const verdict = one.judge({ ...ledger, spec })
        return verdict === undefined ? [] : [[one.requirement, verdict.kind] as const]
      },
    ),
  )
}

/** The requirements that requests break, taken together as one recording. */
export const brokenRequirements = (
  exchanges: readonly Exchange[],
  more?: Partial<Ledger>,
): readonly string[] =>
  [...verdictsOf(exchanges, more)].filter(([, kind]) => kind === 'failed').map(([id]) => id)

export const READY = polls([2000], { state: 'ready_to_bind' })
