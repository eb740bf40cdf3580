import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { spec } from '../vocabulary/events/testing.ts'
import { accessStatements } from './access.ts'

const QUOTE = '5b0f4a7e-6d0e-4a55-9f0b-0d1f6f7a2c11'
const OWN = 'm2m-own'

/**
 * Makes a ledger of requests with credentials, step by step.
 * `grant NAME [CLIENT]` is granted a token that is kept. `ask CLIENT SECRET STATUS` is another token request.
 * `move SECONDS`, `deactivate CLIENT` and `activate CLIENT` are actions of the operator.
 * So are `open`, `approve` and `disable` of an account, `create` of its client, `key` and `rotate SLOT`.
 * Any other step is a request to the API: `OPERATION STATUS TOKEN [KEY] [SCHEME]`. The key that step 3 made is `#3`.
 */
export function accessStory(...steps: readonly string[]): Facts<Spec> {
  let [now, targetMs] = [0, 0]
  const exchanges = steps.map((step, place): Exchange => {
    const [word = '', ...rest] = step.split(' ')
    now += 10
    const one = { ...exchangeOf(word, rest, steps), id: `#${place}`, startedAt: now, elapsedMs: 5, targetMs }
    targetMs += one.action?.milliseconds ?? 0
    return one
  })
  const deadlines = { rating: 1, proposal: 1, issue: 1, delivery: 1, beside: 0 }
  return { spec, exchanges, target: { partnerId: 'own', deadlines } }
}

type Made = Omit<Exchange, 'id' | 'startedAt' | 'elapsedMs' | 'targetMs'>

function exchangeOf(word: string, rest: readonly string[], steps: readonly string[]): Made {
  const [first = '', second = '', third = ''] = rest
  switch (word) {
    case 'grant':
      return { ...asked(second || 'own', second || 'own', 200), issues: first }
    case 'ask':
      return asked(first, second, Number(third))
    case 'move':
      return operator({ name: 'advance_clock', milliseconds: Number(first) * 1000 })
    case 'deactivate':
    case 'activate':
      return operator({ name: `${word}_client`, values: { client_id: clientOf(first) } })
    case 'open':
    case 'approve':
    case 'disable':
      return operator({ name: `${word === 'open' ? 'register' : word}_partner`, values: { partner_id: 'A' } })
    case 'create':
      return operator({ name: 'create_client', values: { partner_id: 'A', client_id: clientOf('made') } })
    case 'key':
      return operator({ name: 'create_key', values: { partner_id: 'A' } })
    case 'rotate':
      return operator({ name: 'rotate_key', values: { partner_id: 'A', slot: first } })
    default:
      return request(word as Exchange['operation'], rest, steps)
  }
}

const clientOf = (name: string): string => (name === 'own' ? OWN : `m2m-${name}`)

const asked = (id: string, secret: string, status: number): Made => ({
  operation: 'token',
  request: {
    ...{ method: 'POST', url: '/token', headers: [], client: { id, secret } },
    body: `client_id=${clientOf(id)}&grant_type=client_credentials&scope=quote`,
  },
  ...answer(status, status === 200 ? { access_token: 't' } : { error: 'invalid_client' }),
})

const operator = (action: NonNullable<Exchange['action']>): Made => ({
  ...{ operation: 'operator', action, request: { method: 'POST', url: '/', headers: [] } },
  ...answer(200, {}),
})

function request(operation: Exchange['operation'], rest: readonly string[], steps: readonly string[]): Made {
  const [status = '200', token = 'own', key = 'primary', scheme = 'Bearer'] = rest
  const isKept = steps.some((step) => step.startsWith(`grant ${token}`))
  const record = { quote_id: QUOTE, quote_status: status === '200-bound' ? 'bound' : 'ready_to_bind' }
  return {
    operation,
    ...(operation !== 'submit' && { quoteId: QUOTE }),
    request: {
      ...{ method: 'GET', url: '/', headers: token === 'none' ? [] : [['authorization', `${scheme} t`]] },
      credentials: { token, key: key.replace('#', 'made by #'), ...(isKept && { held: true }) },
    },
    ...answer(
      Number.parseInt(status, 10),
      status.startsWith('200') ? { status: 'success', data: record } : {},
    ),
  }
}

function answer(status: number, json: unknown): Pick<Exchange, 'answer'> {
  const text = JSON.stringify(json)
  return { answer: { status, headers: [], body: { size: text.length, sha256: '', text } } }
}

/** The verdict of a statement on such a ledger: its kind, and the circumstance of its first finding. */
export function saidOf(requirement: string, steps: readonly string[], more: Partial<Facts<Spec>> = {}) {
  const claim = accessStatements.find((one) => one.requirement === requirement)
  const verdict = claim?.judge({ ...accessStory(...steps), ...more })
  return verdict?.kind === 'failed' ? `failed: ${verdict.findings[0]?.under ?? ''}` : verdict?.kind
}
