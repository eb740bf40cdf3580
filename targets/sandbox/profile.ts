import type { OperatorAction } from '../../conformance/ports/operator.ts'
import { CONTROL_HEADER } from './control/server.ts'
import { outcomePatches } from './known-good.ts'
import type { SandboxCredentials } from './office/first-accounts.ts'
import type { ValidSubmission } from './quotes/quote.ts'

interface Facts {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  readonly controlSecret: string
  readonly descriptionUrl: string
  readonly credentials: SandboxCredentials & { readonly expired_token: string }
  readonly submission: ValidSubmission
  readonly movable: boolean
  readonly webhooksOnHttps: boolean
}

interface OperatorCall {
  readonly method?: string
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
  readonly returns?: Readonly<Record<string, string>>
}

const calls: Readonly<Record<OperatorAction, OperatorCall>> = {
  hold_rating: { path: '/rating/hold' },
  release_rating: { path: '/rating/release' },
  hold_issue: { path: '/issue/hold' },
  release_issue: { path: '/issue/release' },
  review_approve: { path: '/quotes/{quote_id}/approve' },
  review_decline: { path: '/quotes/{quote_id}/decline' },
  register_endpoint: {
    path: '/endpoints',
    body: { url: '{url}', events: '{events}', partner_id: '{partner_id}' },
    returns: { endpoint_id: '/id', signing_secret: '/secret' },
  },
  delete_endpoint: { method: 'DELETE', path: '/endpoints/{endpoint_id}' },
  enable_endpoint: { path: '/endpoints/{endpoint_id}/enable' },
  endpoint_status: { method: 'GET', path: '/endpoints/{endpoint_id}', returns: { status: '/status' } },
  rotate_secret: { path: '/endpoints/{endpoint_id}/rotate', returns: { signing_secret: '/secret' } },
  delivery_log: {
    method: 'GET',
    path: '/endpoints/{endpoint_id}/deliveries',
    returns: { deliveries: '/deliveries' },
  },
  register_partner: {
    path: '/partners',
    body: {
      company_name: '{company_name}',
      contact_name: '{contact_name}',
      email: '{email}',
      password: '{password}',
    },
    returns: { partner_id: '/partner_id' },
  },
  show_partner: { method: 'GET', path: '/partners/{partner_id}', returns: { partner: '/partner' } },
  approve_partner: { path: '/partners/{partner_id}/approve' },
  deny_partner: { path: '/partners/{partner_id}/deny' },
  disable_partner: { path: '/partners/{partner_id}/disable' },
  create_client: {
    path: '/partners/{partner_id}/clients',
    body: { name: '{name}', description: '{description}' },
    returns: { client_id: '/client_id', client_secret: '/client_secret' },
  },
  show_client: { method: 'GET', path: '/clients/{client_id}', returns: { client: '/client' } },
  create_key: { path: '/partners/{partner_id}/keys', returns: { integration_key: '/integration_key' } },
  rotate_key: {
    path: '/partners/{partner_id}/keys/{slot}/rotate',
    returns: { integration_key: '/integration_key' },
  },
  list_keys: { method: 'GET', path: '/partners/{partner_id}/keys', returns: { keys: '/keys' } },
  create_webhook_key: {
    path: '/partners/{partner_id}/webhook-keys',
    returns: { webhook_key: '/webhook_key', webhook_key_id: '/webhook_key_id' },
  },
  revoke_webhook_key: { path: '/webhook-keys/{webhook_key_id}/revoke' },
  register_portal_account: {
    path: '/portal-accounts',
    body: { webhook_key: '{webhook_key}', email: '{email}', password: '{password}' },
    returns: { account_id: '/account_id' },
  },
  deactivate_client: { path: '/clients/{client_id}/deactivate' },
  activate_client: { path: '/clients/{client_id}/activate' },
  add_broker: { path: '/brokers', body: { name: '{name}', email: '{email}' } },
  onboard_broker: { path: '/brokers/onboard', body: { broker_email: '{broker_email}' } },
  fail_requests: { path: '/faults', body: { method: '{method}', path: '{path}', count: '{count}' } },
  advance_clock: { path: '/clock/advance', body: { milliseconds: '{milliseconds}' } },
}

/** A complete platform profile of a running sandbox; the caller adds `tls.ca`, the name of a file. */
export function profileOf(facts: Facts): Record<string, unknown> {
  const { credentials: own } = facts
  const { other_partner: other, disabled_partner: disabled } = own
  const headers = { [CONTROL_HEADER]: facts.controlSecret }
  const operator = Object.entries(calls)
    .filter(([action]) => facts.movable || action !== 'advance_clock')
    .map(([action, { method = 'POST', path, body, returns }]) => {
      const trusted = facts.webhooksOnHttps && action === 'register_endpoint'
      const given = body && { ...body, ...(trusted && { certificate: '{certificate}' }) }
      const http = { method, url: `${facts.controlUrl}${path}`, headers, ...(given && { body: given }) }
      return [action, { http, ...(returns && { returns }) }] as const
    })
  return {
    name: 'sandbox',
    environment: 'sandbox',
    base_url: facts.baseUrl,
    auth_url: facts.authUrl,
    description: facts.descriptionUrl,
    credentials: {
      client_id: own.client_id,
      client_secret: own.client_secret,
      integration_key: own.integration_key,
      ...(own.secondary_integration_key && { secondary_integration_key: own.secondary_integration_key }),
      inactive_client: own.inactive_client,
      other_partner: {
        client_id: other.client_id,
        client_secret: other.client_secret,
        integration_key: other.integration_key,
      },
      disabled_partner: {
        client_id: disabled.client_id,
        client_secret: disabled.client_secret,
        integration_key: disabled.integration_key,
      },
      expired_token: own.expired_token,
      partner_id: own.partner_id,
    },
    submission: facts.submission,
    outcomes: outcomePatches,
    webhooks: { listen: '127.0.0.1:0', ...(facts.webhooksOnHttps && { tls: 'own' }) },
    operator: Object.fromEntries(operator),
    timing: { poll_interval: '500ms', rating: '10s', proposal: '10s', issue: '15s', delivery_slack: '2s' },
  }
}
