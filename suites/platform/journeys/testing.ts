import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { delivered, iso, quoteOf } from '../features/webhooks/testing.ts'
import type { JourneyQuote, JourneyTrace, ReceivedEvents, TakenStep } from './trace.ts'

// Builds traces of journeys for the tests of this folder.

let sent = 0

function asked(operation: Operation, status: number, data: object = {}): Exchange {
  sent += 1
  const text = JSON.stringify({ status: 'success', data })
  return {
    id: `journey#${sent}`,
    operation,
    quoteId: 'q-1',
    request: { method: 'PUT', url: `/${operation}`, headers: [] },
    answer: { status, headers: [], body: { size: text.length, sha256: '', text } },
    ...{ startedAt: 0, elapsedMs: 1, targetMs: 0 },
  }
}

const shows = (state: string): Exchange =>
  asked('status', 200, { quote_id: 'q-1', quote_status: state, created_at: iso(0) })

type Step = Partial<TakenStep> & { readonly action: TakenStep['action'] }

const taken = (step: Step): TakenStep => ({
  ...{ text: step.action, quote: 0, sent: [], reRatingPending: false, bound: false, ...step },
})

const quote: JourneyQuote = { ...quoteOf('q-1', 'Alder 17'), made: { outcome: 'ready_to_bind' } }

const event = (type: string, changes: Parameters<typeof delivered>[0] = {}): Arrival => {
  const customer = { name: 'Alder 17', email: 'Alder 17@example.com' }
  const data = { quoteId: 'q-1', customer, product: 'Cyber', requestedDate: '2026-03-01', status: 'x' }
  return delivered({ type, id: type, data, ...changes })
}
export const policy = (changes: Parameters<typeof delivered>[0] = {}): Arrival =>
  event('policy.created', {
    data: {
      ...{ policyId: 'p', customer: { name: 'Alder 17', email: 'a@example.com' } },
      ...{ product: 'Cyber', effectiveDate: '2026-03-01', status: 'x' },
    },
    ...changes,
  })
export const CREATED = event('quote.created')
export const READY = event('quote.proposalReady', { data: { quoteId: 'q-1' } })

export interface Given {
  readonly steps: readonly Step[]
  readonly own?: readonly Arrival[]
  readonly events?: Partial<ReceivedEvents>
  readonly partner?: 'other'
  readonly outcome?: string
}

export function journeyOf({ steps, own = [], events, partner, outcome }: Given): JourneyTrace {
  const all = steps.map(taken)
  const exchanges = all.flatMap(({ before, sent: requests, after }) =>
    [before, ...requests, after].filter((one) => one !== undefined),
  )
  return {
    quotes: [{ ...quote, ...(partner && { partner }), ...(outcome && { outcome }) }],
    steps: all,
    exchanges,
    events: { own, reached: true, ...events },
  }
}

export const end = (state: string): Step => ({ action: 'end', after: shows(state) })
export const accepted: Step = { action: 'bind', before: shows('ready_to_bind'), sent: [asked('bind', 202)] }
