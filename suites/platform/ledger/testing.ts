import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { OTHER_PARTNER, OWN } from '../vocabulary/access/asking.ts'
import { delivered, spec } from '../vocabulary/events/testing.ts'
import { updatesFor } from '../vocabulary/updates/changes.ts'

/** Time from one step of a story to the next, in milliseconds of both clocks: longer than reads may lag. */
const STEP_MS = 2_000
const ADDRESS = 'http://127.0.0.1:1'
/** The usual endpoint, a second one of the same partner, and one of the other partner. */
const ENDPOINTS = {
  usual: { path: '/hook', values: { endpoint_id: 'e' } },
  second: { path: '/second', values: { endpoint_id: 's' } },
  elsewhere: { path: '/elsewhere', values: { endpoint_id: 'o', partner_id: 'other' } },
} as const

const endpointOf = (word: string) => ENDPOINTS[word === 'second' || word === 'elsewhere' ? word : 'usual']

const ID = '5b0f4a7e-6d0e-4a55-9f0b-0d1f6f7a2c11'
/** The day on which policies of stories begin, some months later. */
const EFFECTIVE = '2026-06-01'
const SUBMISSION = { insured_name: 'Alder', effective_date: EFFECTIVE }
/** A second quote of the same insured. */
const ID_BESIDE = '5b0f4a7e-6d0e-4a55-9f0b-0d1f6f7a2c12'

/**
 * Makes a ledger of what happened to one quote, step by step. The steps are `register TYPES`, `register elsewhere`, `register second`, `submit`,
 * `shows STATE`, `update`, `bind`, `hold WORK`, `release WORK`, `approve`, `decline`, `DOCUMENT STATUS`, `event TYPE` and `wait`, which takes a minute.
 * Behind an event, `again` repeats its Event-ID, `once more` has another one, `second` comes to a second endpoint, and `elsewhere` to the other partner's.
 * A step that begins with `beside` is one of a second quote of the same insured. One that begins with `foreign` is a request of the
 * other partner. One that ends in `at once` follows without a pause.
 */
export function story(...steps: readonly string[]): Facts<Spec> {
  const [exchanges, arrivals]: [Exchange[], Arrival[]] = [[], []]
  let now = 0
  for (const [place, step] of steps.entries()) {
    const [what, isAtOnce] = step.endsWith(' at once')
      ? [step.slice(0, -' at once'.length), true]
      : [step, false]
    now += what === 'wait' ? 60_000 : isAtOnce ? 1 : STEP_MS
    if (what === 'wait') continue
    const [text, quoteId] = what.startsWith('beside ')
      ? [what.slice('beside '.length), ID_BESIDE]
      : [what, ID]
    if (text.startsWith('event ')) arrivals.push(eventOf(text, quoteId, now, place))
    else exchanges.push(exchangeOf(text, quoteId, now, place))
  }
  return {
    spec,
    exchanges,
    arrivals,
    until: {
      targetMs: now,
      suiteMs: now,
      reached: true,
      addresses: Object.values(ENDPOINTS).map(({ path }) => ADDRESS + path),
    },
    target: {
      otherPartnerId: 'other',
      deadlines: { rating: 5_000, proposal: 5_000, issue: 5_000, delivery: 2_000, beside: 0 },
      sharedInsured: [],
    },
  }
}

const VERB = /^(event|shows|hold|release|approve|decline|delete|register|submit|update|bind) ?/

function eventOf(step: string, quoteId: string, now: number, place: number): Arrival {
  const [, type = '', suffix = ''] = /^event (\S+) ?(.*)$/.exec(step) ?? []
  const id = suffix === 'once more' ? `${type} ${place}` : `${type} of ${quoteId}`
  const policy = { policyId: 'p', customer: { name: 'Alder' }, effectiveDate: EFFECTIVE }
  const names = type === 'policy.created' ? policy : { quoteId }
  return {
    ...delivered({ id, type, at: now, data: names }),
    ...{ id: `arrival ${place}`, endpoint: endpointOf(suffix).path, receivedAt: now },
  }
}

interface Step {
  readonly operation: Operation
  readonly status?: number
  readonly data?: unknown
  readonly sent?: unknown
  readonly action?: Exchange['action']
}

function stepOf(step: string, quoteId: string): Step {
  const [word = '', rest = ''] = [VERB.exec(step)?.[1], step.replace(VERB, '')]
  const operator = (name: string, values: Record<string, string | readonly string[]> = {}): Step => ({
    operation: 'operator',
    action: { name, values },
  })
  switch (word) {
    case 'register': {
      const known = spec.delivery.events.map(({ type }) => type)
      const { path, values } = endpointOf(rest)
      const events = rest === '' || path !== ENDPOINTS.usual.path ? known : rest.split(' ')
      return operator('register_endpoint', { url: ADDRESS + path, ...values, events })
    }
    case 'submit':
      return {
        operation: 'submit',
        sent: SUBMISSION,
        data: { quote_id: quoteId, quote_status: rest === '' ? 'pending' : rest },
      }
    case 'shows':
      return { operation: 'status', data: { quote_id: quoteId, quote_status: rest } }
    case 'update':
    case 'bind':
      return {
        operation: word,
        status: rest === '' ? (word === 'bind' ? 202 : 200) : Number(rest),
        sent: word === 'bind' ? {} : updatesFor({ submission: SUBMISSION }).insured_contact,
      }
    case 'hold':
    case 'release':
      return operator(`${word}_${rest}`)
    case 'delete':
      return operator('delete_endpoint', { endpoint_id: 'e' })
    case 'approve':
    case 'decline':
      return operator(`review_${word}`, { quote_id: quoteId })
    default: {
      const [name = '', status = '200'] = step.split(' ')
      return { operation: name as Operation, status: Number(status) }
    }
  }
}

function exchangeOf(text: string, quoteId: string, now: number, place: number): Exchange {
  const [step, credentials] = text.startsWith('foreign ')
    ? [text.slice('foreign '.length), OTHER_PARTNER]
    : [text, OWN]
  const { operation, status = 200, data, sent, action } = stepOf(step, quoteId)
  const body = data === undefined ? '' : JSON.stringify({ status: 'success', data })
  return {
    id: `#${place}`,
    operation,
    ...(operation !== 'submit' && operation !== 'operator' && { quoteId }),
    ...(operation === 'submit' && { meant: 'ready_to_bind' }),
    ...(action && { action }),
    request: {
      ...{ method: 'POST', url: `http://127.0.0.1:2/${operation}`, headers: [] },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
      ...(operation !== 'operator' && { credentials }),
    },
    answer: { status, headers: [], body: { size: body.length, sha256: '', text: body } },
    ...{ startedAt: now, elapsedMs: 0.5, targetMs: now },
  }
}

/** The steps of a quote that goes straight through, to its proposal and to its policy. */
export const RATED = [
  'register',
  'submit',
  'event quote.created',
  'shows ready_to_bind',
  'event quote.proposalReady',
]
export const ISSUED = [...RATED, 'bind', 'shows bound', 'event policy.created', 'shows issued']
