import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../reporters/index.ts'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/load.ts'
import { type EmbeddedSandbox, startEmbedded } from '../../targets/sandbox/index.ts'
import { judge, verdicts } from '../judge.ts'
import { type Office, openOffice } from '../office/other-words.ts'

// Platforms with another back office: its actions are commands, its answers use other words, or some actions are missing.

let sandbox: EmbeddedSandbox
let office: Office
beforeAll(async () => {
  sandbox = await startEmbedded({ seed: 3 })
  office = await openOffice(sandbox)
})
afterAll(() => {
  office.close()
  return sandbox.close()
})

const command = (
  action: string,
  values: readonly string[] = [],
  returns: Readonly<Record<string, string>> = {},
) => ({
  command: office.command(action, ...values),
  returns: Object.fromEntries(
    Object.entries(returns).map(([name, pointer]) => [name, `/result/content${pointer}`]),
  ),
})

const PARTNER = ['{partner_id}']

const commands = () => ({
  register_partner: command(
    'register_partner',
    ['{company_name}', '{contact_name}', '{email}', '{password}'],
    { partner_id: '/organisation' },
  ),
  approve_partner: command('approve_partner', PARTNER),
  deny_partner: command('deny_partner', PARTNER),
  disable_partner: command('disable_partner', PARTNER),
  show_partner: command('show_partner', PARTNER, { partner: '/partner' }),
  create_client: command('create_client', [...PARTNER, '{name}', '{description}'], {
    client_id: '/identifier',
    client_secret: '/password',
  }),
  show_client: command('show_client', ['{client_id}'], { client: '' }),
  deactivate_client: command('deactivate_client', ['{client_id}']),
  create_key: command('create_key', PARTNER, { integration_key: '/value' }),
  rotate_key: command('rotate_key', [...PARTNER, '{slot}'], { integration_key: '/value' }),
  list_keys: command('list_keys', PARTNER, { keys: '/keys' }),
  create_webhook_key: command('create_webhook_key', PARTNER, {
    webhook_key: '/token',
    webhook_key_id: '/tokenId',
  }),
  revoke_webhook_key: command('revoke_webhook_key', ['{webhook_key_id}']),
  register_portal_account: command('register_portal_account', ['{webhook_key}', '{email}', '{password}'], {
    account_id: '/login',
  }),
  delivery_log: command('delivery_log', ['{endpoint_id}'], { deliveries: '/deliveries' }),
})

async function judged(operator: Readonly<Record<string, unknown>>, ids = OFFICE): Promise<Report> {
  const profile = profileFrom({ ...sandbox.profile(), operator })
  const target = await openPlatform(profile, { seed: 1, apiVersion: 'v1.14.2', embedded: true })
  return judge(target, { only: ids, scenarios: SCENARIOS })
}

const own = () => sandbox.profile().operator as Readonly<Record<string, unknown>>
const withOut = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(own()).filter(([name]) => !names.includes(name)))

const OFFICE = [
  'registration-starts-pending',
  'partner-status-values',
  'only-active-partners-authenticate',
  'client-has-its-properties',
  'client-secret-is-shown-once',
  'integration-keys-are-at-most-two',
  'key-rotation-has-its-steps',
  'webhook-key-status-values',
  'webhook-key-registers-accounts',
  'delivery-log-has-every-attempt',
]
/** The retry schedule judges the delivery log as well, and takes longer than all of these. */
const SCENARIOS = ['office/*', 'webhooks/delivery-log']
const only = (report: Report, ids: readonly string[]) => {
  const all = verdicts(report)
  return Object.fromEntries(ids.map((id) => [id, all[id]]))
}
const allPassed = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'passed']))

test('a back office of commands, in other words, is judged like any other', async () => {
  const report = await judged({ ...own(), ...commands() })
  expect(only(report, OFFICE)).toEqual(allPassed(OFFICE))
})

test('an action that is broken leaves what needs it open, and nothing else', async () => {
  const report = await judged({ ...own(), create_webhook_key: command('broken') })
  expect(only(report, OFFICE)).toEqual({
    ...allPassed(OFFICE),
    'webhook-key-status-values': 'not-exercised',
    'webhook-key-registers-accounts': 'not-exercised',
  })
  const { reason } = report.requirements.find(({ id }) => id === 'webhook-key-status-values') ?? {}
  expect(reason).toContain('operator.create_webhook_key')
})

test.each([
  ['approve_partner', ['only-active-partners-authenticate', 'approved-account-authenticates']],
  ['deactivate_client', ['deactivation-spares-other-clients', 'token-inactive-client-refused']],
])('what needs the action %s names it where there is none', async (action, needing) => {
  const { requirements } = await judged(withOut(action), needing)
  const keys = requirements.filter(({ id }) => needing.includes(id)).map(({ id, key }) => [id, key])
  expect(Object.fromEntries(keys)).toEqual(
    Object.fromEntries(needing.map((id) => [id, `operator.${action}`])),
  )
})

test('without accounts to register, the profile’s own account keeps its keys', async () => {
  const report = await judged(withOut('register_partner'))
  expect(only(report, OFFICE)).toMatchObject({
    'registration-starts-pending': 'not-exercised',
    'client-has-its-properties': 'passed',
    'integration-keys-are-at-most-two': 'passed',
    'key-rotation-has-its-steps': 'not-exercised',
  })
  const { integration_key, secondary_integration_key } = sandbox.credentials
  const token = async () => {
    const { client_id, client_secret } = sandbox.credentials
    const form = { client_id, client_secret, grant_type: 'client_credentials' }
    const answer = await fetch(sandbox.authUrl, { method: 'POST', body: new URLSearchParams(form) })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  for (const key of [integration_key, secondary_integration_key ?? '']) {
    const headers = { authorization: `Bearer ${await token()}`, 'x-integration-key': key }
    expect((await fetch(`${sandbox.baseUrl}/status/none`, { headers })).status).not.toBe(401)
  }
})
