// A back office that is driven by commands and answers in other words than the sandbox: the control API behind a script.
// Arguments: address, secret, action, values. Ends with 4 where it is refused, and with 1 where it breaks.
import { once } from 'node:events'
import { request } from 'node:http'

const [controlUrl, secret, action, ...values] = process.argv.slice(2)
const [one, two, three, four] = values

const requests = {
  register_partner: () => [
    'POST',
    '/partners',
    { company_name: one, contact_name: two, email: three, password: four },
  ],
  approve_partner: () => ['POST', `/partners/${one}/approve`],
  deny_partner: () => ['POST', `/partners/${one}/deny`],
  disable_partner: () => ['POST', `/partners/${one}/disable`],
  show_partner: () => ['GET', `/partners/${one}`],
  create_client: () => ['POST', `/partners/${one}/clients`, { name: two, description: three }],
  show_client: () => ['GET', `/clients/${one}`],
  deactivate_client: () => ['POST', `/clients/${one}/deactivate`],
  create_key: () => ['POST', `/partners/${one}/keys`],
  rotate_key: () => ['POST', `/partners/${one}/keys/${two}/rotate`],
  list_keys: () => ['GET', `/partners/${one}/keys`],
  create_webhook_key: () => ['POST', `/partners/${one}/webhook-keys`],
  revoke_webhook_key: () => ['POST', `/webhook-keys/${one}/revoke`],
  register_portal_account: () => [
    'POST',
    '/portal-accounts',
    { webhook_key: one, email: two, password: three },
  ],
  delivery_log: () => ['GET', `/endpoints/${one}/deliveries`],
  broken: () => ['POST', '/nowhere'],
}

const WORDS = {
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

const translated = (value) => {
  if (Array.isArray(value)) return value.map(translated)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [WORDS[name] ?? name, translated(inner)]),
  )
}

// `fetch` takes longer to load than the rest of this program, which is started some hundred times.
const [method, path, body] = requests[action]()
const sent = request(`${controlUrl}${path}`, {
  method,
  headers: {
    'x-control-secret': secret,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
})
sent.end(body === undefined ? undefined : JSON.stringify(body))
const [answer] = await once(sent, 'response')
const json = JSON.parse((await answer.toArray()).join(''))
process.stdout.write(JSON.stringify({ result: { content: translated(json) }, notes: ['done by command'] }))
const { statusCode } = answer
process.exitCode = action === 'broken' || statusCode >= 500 ? 1 : statusCode >= 400 ? 4 : 0
