import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { EmbeddedSandbox } from '../../targets/sandbox/index.ts'

const SCRIPT = fileURLToPath(new URL('other-words.sh', import.meta.url))

type Request = readonly [method: string, path: string, body?: Readonly<Record<string, string | undefined>>]

const REQUESTS: Readonly<Record<string, (...values: readonly string[]) => Request>> = {
  register_partner: (company_name, contact_name, email, password) => [
    'POST',
    '/partners',
    { company_name, contact_name, email, password },
  ],
  approve_partner: (id) => ['POST', `/partners/${id}/approve`],
  deny_partner: (id) => ['POST', `/partners/${id}/deny`],
  disable_partner: (id) => ['POST', `/partners/${id}/disable`],
  show_partner: (id) => ['GET', `/partners/${id}`],
  create_client: (id, name, description) => ['POST', `/partners/${id}/clients`, { name, description }],
  show_client: (id) => ['GET', `/clients/${id}`],
  deactivate_client: (id) => ['POST', `/clients/${id}/deactivate`],
  create_key: (id) => ['POST', `/partners/${id}/keys`],
  rotate_key: (id, slot) => ['POST', `/partners/${id}/keys/${slot}/rotate`],
  list_keys: (id) => ['GET', `/partners/${id}/keys`],
  create_webhook_key: (id) => ['POST', `/partners/${id}/webhook-keys`],
  revoke_webhook_key: (id) => ['POST', `/webhook-keys/${id}/revoke`],
  register_portal_account: (webhook_key, email, password) => [
    'POST',
    '/portal-accounts',
    { webhook_key, email, password },
  ],
  delivery_log: (id) => ['GET', `/endpoints/${id}/deliveries`],
  broken: () => ['POST', '/nowhere'],
}

const WORDS: Readonly<Record<string, string>> = {
  partner_id: 'organisation',
  company_name: 'legalName',
  client_id: 'identifier',
  client_secret: 'password',
  description: 'purpose',
  created_at: 'since',
  secret_last_four: 'ending',
  integration_key: 'value',
  webhook_key: 'token',
  webhook_key_id: 'tokenId',
  account_id: 'login',
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [WORDS[name] ?? name, translated(inner)]),
  )
}

/** The back office of a sandbox behind commands that answer in other words. */
export interface Office {
  /** Command line of an action. It ends with 4 where the action is refused, and with 1 where it breaks. */
  command(action: string, ...values: readonly string[]): readonly string[]
  close(): void
}

/** Opens the back office of a sandbox on the loopback address. */
export async function openOffice({ controlUrl, controlSecret }: EmbeddedSandbox): Promise<Office> {
  async function answered(asked: IncomingMessage): Promise<string> {
    const action = asked.url?.slice(1) ?? ''
    const values = new URLSearchParams(await text(asked)).getAll('value')
    const [method, path, body] = REQUESTS[action]?.(...values) ?? ['GET', '/nowhere']
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      headers: {
        'x-control-secret': controlSecret,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const content = translated(await answer.json())
    const code = action === 'broken' || answer.status >= 500 ? 1 : answer.status >= 400 ? 4 : 0
    return `${code} ${JSON.stringify({ result: { content }, notes: ['done by command'] })}`
  }
  const server = createServer((asked, response) => {
    answered(asked).then(
      (answer) => response.end(answer),
      (error) => response.end(`1 ${error}`),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    command: (action, ...values) => ['sh', SCRIPT, address, action, ...values],
    close: () => void server.close(),
  }
}
