import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import {
  type ClientRun,
  JOURNEY_STEPS,
  type Performance,
  type SessionTrace,
} from '../../../conformance/ports/client.ts'

export const QUOTE = '3f2a9c1e-0000-4000-8000-000000000001'
export const PDF = { size: 9, sha256: 'a'.repeat(64) }

interface Given {
  /** Milliseconds of the session. */
  readonly at?: number
  /** Absent: the connection was lost. */
  readonly status?: number | 'lost'
  readonly state?: string
  readonly answer?: string
  readonly body?: unknown
  readonly headers?: readonly (readonly [string, string])[]
  readonly token?: string
  readonly key?: string
  readonly quoteId?: string
}

const METHODS: Readonly<Partial<Record<Operation, string>>> = {
  token: 'POST',
  submit: 'POST',
  update: 'PUT',
  bind: 'PUT',
}
const SUCCESS: Readonly<Partial<Record<Operation, number>>> = { bind: 202 }
const FORM = 'client_id=c&client_secret=s&grant_type=client_credentials&scope=quote'
let count = 0

/** A request as it arrived; valid unless `given` says otherwise. */
export function sent(operation: Operation, given: Given = {}): Exchange {
  const { at = 0, status = SUCCESS[operation] ?? 200, state, token = 'own', key = 'own' } = given
  const isToken = operation === 'token'
  const isDocument = operation === 'quote-proposal' || operation === 'policy'
  const hasBody = METHODS[operation] !== undefined
  const body = given.body ?? (isToken ? FORM : hasBody ? {} : undefined)
  const type = isToken ? 'application/x-www-form-urlencoded' : 'application/json'
  const text =
    given.answer ?? JSON.stringify({ status: 'success', data: { quote_id: QUOTE, quote_status: state } })
  count += 1
  return {
    id: `test#${count}`,
    operation,
    ...(!isToken && operation !== 'submit' && { quoteId: given.quoteId ?? QUOTE }),
    request: {
      method: METHODS[operation] ?? 'GET',
      url: `http://platform.example/api/${operation}`,
      headers: given.headers ?? (hasBody ? [['content-type', type]] : []),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      credentials: { token, key },
    },
    ...(status === 'lost'
      ? { failure: { kind: 'reset', message: 'the connection was closed' } as const }
      : {
          answer: {
            status,
            headers: [],
            body: isDocument && status === 200 ? PDF : { size: text.length, sha256: 'b'.repeat(64), text },
          },
        }),
    startedAt: at,
    elapsedMs: 5,
    targetMs: at,
  }
}

/** A client that ended in order with an issued policy. */
export function clientRun(changes: Partial<ClientRun> = {}): ClientRun {
  return {
    submission: {},
    end: { kind: 'exited', code: 0 },
    result: { kind: 'read', value: { quote_id: QUOTE, quote_status: 'issued', error: null } },
    files: [
      { name: 'proposal.pdf', ...PDF },
      { name: 'policy.pdf', ...PDF },
    ],
    printedSecrets: [],
    printed: '',
    elapsedMs: 9000,
    ...changes,
  }
}

/** The requests of a whole journey without faults. */
export const straight = (): readonly Exchange[] => [
  sent('token', { at: 0 }),
  sent('submit', { at: 10, state: 'pending' }),
  sent('status', { at: 2100, state: 'pending' }),
  sent('status', { at: 4200, state: 'ready_to_bind' }),
  sent('update', { at: 4300 }),
  sent('status', { at: 6400, state: 'ready_to_bind' }),
  sent('quote-proposal', { at: 6500 }),
  sent('bind', { at: 6600 }),
  sent('status', { at: 8700, state: 'bound' }),
  sent('status', { at: 10_800, state: 'issued' }),
  sent('policy', { at: 10_900 }),
]

export function performance(requests: readonly Exchange[], changes: Partial<Performance> = {}): Performance {
  return { requests, strayed: [], runs: [clientRun()], heldUpMs: 0, tlsVersions: [], ...changes }
}

export const trace = (...performances: readonly Performance[]): SessionTrace => ({
  journey: JOURNEY_STEPS,
  performances,
})

/** A quote that a poll shows in a state after two seconds, with later polls that show the same. */
export const settledAt = (state: string, ...later: readonly number[]): SessionTrace =>
  trace(
    performance([
      sent('submit', { state: 'pending' }),
      sent('status', { at: 2000, state }),
      ...later.map((at) => sent('status', { at, state })),
    ]),
  )
