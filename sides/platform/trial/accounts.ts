import { randomUUID } from 'node:crypto'
import type { TokenHandle } from '../../../conformance/ports/platform.ts'
import { ownPartnerId } from '../../../suites/platform/vocabulary/operator/own-partner.ts'
import type { ProfileTrial } from './trial.ts'

/** Registers partners, and performs everything that is done to an account, its clients and its keys. */
export async function tryAccounts(trial: ProfileTrial): Promise<void> {
  const { operator, facts } = trial.context
  const registered = await register(trial)
  const approved =
    registered !== undefined && (await trial.act('approve_partner', { partner_id: registered })) !== undefined
  const own = ownPartnerId(facts)
  const partner_id = approved ? registered : own
  if (registered !== undefined) await trial.act('show_partner', { partner_id: registered })
  if (partner_id !== undefined) {
    const client = await tryClient(trial, partner_id)
    if (approved) await tryKeys(trial, partner_id, client?.token)
    else trial.notTried(['create_key', 'rotate_key'], 'it would change the keys of the own partner')
    await trial.act('list_keys', { partner_id })
    if (client !== undefined) {
      await trial.act('deactivate_client', { client_id: client.id })
      await trial.act('activate_client', { client_id: client.id })
    }
    await tryWebhookKey(trial, partner_id)
  }
  if (registered !== undefined) await trial.act('disable_partner', { partner_id: registered }, !approved)
  const other = operator.can('deny_partner') ? await register(trial, true) : undefined
  if (other !== undefined) await trial.act('deny_partner', { partner_id: other })
}

async function register(trial: ProfileTrial, again = false): Promise<string | undefined> {
  if (!trial.context.operator.can('register_partner')) return undefined
  const mark = randomUUID().slice(0, 8)
  const given = {
    company_name: `Conformance trial ${mark}`,
    contact_name: 'Casey Conformance',
    email: `casey.${mark}@conformance.example`,
    password: `Conformance-${mark}-aA1!`,
  }
  const made = again
    ? await trial.doing(
        'operator.register_partner',
        () => trial.context.operator.perform('register_partner', given),
        true,
      )
    : await trial.act('register_partner', given)
  return textAt(made, 'partner_id')
}

interface TriedClient {
  readonly id: string
  /** Absent where it got none. */
  readonly token?: TokenHandle
}

async function tryClient(trial: ProfileTrial, partner_id: string): Promise<TriedClient | undefined> {
  const given = { partner_id, name: 'Conformance trial', description: 'Made by doctor' }
  const made = await trial.act('create_client', given)
  const id = textAt(made, 'client_id')
  const secret = textAt(made, 'client_secret')
  if (id === undefined) {
    const others = ['show_client', 'deactivate_client', 'activate_client'] as const
    trial.notTried(others, 'no client was created for it')
    return undefined
  }
  await trial.act('show_client', { client_id: id })
  if (secret === undefined) return { id }
  const key = 'operator.create_client.returns'
  const held = await trial.doing(key, () => trial.context.http.holdToken({ id, secret }), true)
  if (held?.token !== undefined) return { id, token: held.token }
  if (held !== undefined)
    trial.wrong(
      key,
      `the client that was created gets no token; check client_id and client_secret; ${trial.reported(held.exchange)}`,
    )
  return { id }
}

/** @param token one of a client of the partner, with which a key is tried; without it the keys are only made */
async function tryKeys(
  trial: ProfileTrial,
  partner_id: string,
  token: TokenHandle | undefined,
): Promise<void> {
  for (const [action, more] of [
    ['create_key', {}],
    ['rotate_key', { slot: 'primary' }],
  ] as const) {
    const made = await trial.act(action, { partner_id, ...more }, action === 'create_key')
    const text = textAt(made, 'integration_key')
    if (text === undefined || token === undefined) continue
    // No quote has this id, so whoever is let in gets a 404.
    const credentials = { token, key: { text, as: action } }
    const key = `operator.${action}.returns`
    const read = await trial.doing(key, () => trial.context.api.status(randomUUID(), { credentials }), true)
    if (read !== undefined && [401, 403].includes(read.answer?.status ?? 0))
      trial.wrong(
        key,
        `a token with the key that was returned is refused; check integration_key; ${trial.reported(read)}`,
      )
  }
}

async function tryWebhookKey(trial: ProfileTrial, partner_id: string): Promise<void> {
  const made = await trial.act('create_webhook_key', { partner_id })
  const key = textAt(made, 'webhook_key')
  const webhook_key_id = textAt(made, 'webhook_key_id')
  const mark = randomUUID().slice(0, 8)
  const person = { email: `casey.${mark}@conformance.example`, password: `Conformance-${mark}-aA1!` }
  if (key !== undefined) await trial.act('register_portal_account', { webhook_key: key, ...person })
  if (webhook_key_id !== undefined) await trial.act('revoke_webhook_key', { webhook_key_id })
}

function textAt(made: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined {
  const value = made?.[name]
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined
}
