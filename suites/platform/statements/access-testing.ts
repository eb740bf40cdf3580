import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { spec } from '../vocabulary/events/testing.ts'
import { accessStatements } from './access.ts'

const QUOTE = '5b0f4a7e-6d0e-4a55-9f0b-0d1f6f7a2c11'
const OWN = 'm2m-own'

/**
 * Makes a ledger of requests with credentials, step by step.
 * `grant NAME [CLIENT]` is granted a token that is kept. `ask CLIENT SECRET STATUS` is another token request: `reset` or `timeout` where it got no answer.
 * `move SECONDS`, `deactivate CLIENT` and `activate CLIENT` are actions of the operator.
 * So are `open`, `approve`, `deny` and `disable` of an account, `again` of its company, `create` of its client, `key` and `rotate SLOT`.
 * A decision that is not done has a status: `approve 409`. `create NAME own` makes a client of the partner's own account.
 * `page account STATUS`, `page CLIENT STATUS` and `list KEYS` show something. `webhook-key`, `revoke KEY` and `portal KEY STATUS` are about webhook keys.
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
    case 'grant': {
      const id = second === '' ? 'own' : 'made'
      return { ...asked(second || 'own', id, 200, id), issues: first }
    }
    case 'ask':
      return third === 'reset' || third === 'timeout'
        ? unanswered(asked(first, second, 200), third)
        : asked(first, second, Number(third))
    case 'move':
      return operator({ name: 'advance_clock', milliseconds: Number(first) * 1000 })
    case 'deactivate':
    case 'activate':
      return operator({ name: `${word}_client`, values: { client_id: clientOf(first) } })
    case 'open':
    case 'approve':
    case 'deny':
    case 'disable':
      return {
        ...operator({ name: `${word === 'open' ? 'register' : word}_partner`, values: ACCOUNT }),
        ...answer(Number(first || 200), {}),
      }
    case 'again':
      return operator({ name: 'register_partner', values: { ...ACCOUNT, partner_id: 'B' } })
    case 'create':
      return operator({
        name: 'create_client',
        values: { ...CLIENT, client_id: clientOf(first || 'made'), partner_id: second || 'A' },
        secretEnd: 'wxyz',
      })
    case 'page':
      return first === 'account'
        ? page({ name: 'show_partner', values: ACCOUNT }, { status: second })
        : page({ name: 'show_client', values: { client_id: clientOf(first) } }, pageOf(first, second))
    case 'webhook-key':
      return operator({ name: 'create_webhook_key' })
    case 'revoke':
      return operator({ name: 'revoke_webhook_key', values: { key: keyOf(first) } })
    case 'portal':
      return {
        ...operator({ name: 'register_portal_account', values: { key: keyOf(first) } }),
        ...answer(Number(second), {}),
      }
    case 'key':
      return { ...operator({ name: 'create_key', values: ACCOUNT }), ...answer(Number(first || 200), {}) }
    case 'list':
      return page({ name: 'list_keys', values: ACCOUNT }, Array(Number(first)).fill({}))
    case 'rotate':
      return operator({ name: 'rotate_key', values: { partner_id: 'A', slot: first } })
    default:
      return request(word as Exchange['operation'], rest, steps)
  }
}

const ACCOUNT = { partner_id: 'A', company_name: 'Company' }
const CLIENT = { partner_id: 'A', name: 'Desk', description: 'Of the desk' }

/** The page of a client of that account. */
const pageOf = (client: string, status: string) => ({
  ...{ label: CLIENT.name, about: CLIENT.description, id: clientOf(client) },
  ...{ status, created: '2026-03-01', preview: '***wxyz' },
})

const page = (action: NonNullable<Exchange['action']>, shown: object): Made => ({
  ...operator({ ...action, shows: '/it' }),
  ...answer(200, { it: shown }),
})

const keyOf = (name: string): string => name.replace('#', 'made by #')

const clientOf = (name: string): string => (name === 'own' ? OWN : `m2m-${name}`)

const asked = (client: string, secret: string, status: number, id = client): Made => ({
  operation: 'token',
  request: {
    ...{ method: 'POST', url: '/token', headers: [], client: { id, secret } },
    body: `client_id=${clientOf(client)}&grant_type=client_credentials&scope=quote`,
  },
  ...answer(status, status === 200 ? { access_token: 't' } : { error: 'invalid_client' }),
})

const unanswered = ({ answer: _, ...sent }: Made, kind: 'reset' | 'timeout'): Made => ({
  ...sent,
  failure: { kind, message: kind },
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
      credentials: { token, key: keyOf(key), ...(isKept && { held: true }) },
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
  const facts = { ...accessStory(...steps), ...more }
  const verdicts = accessStatements
    .filter((one) => one.requirement === requirement)
    .flatMap((one) => one.judge(facts) ?? [])
  const verdict = verdicts.length === 0 ? undefined : all(verdicts)
  return verdict?.kind === 'failed' ? `failed: ${verdict.findings[0]?.under ?? ''}` : verdict?.kind
}
