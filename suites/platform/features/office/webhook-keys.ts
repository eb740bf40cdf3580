import { plainText } from '../../../../conformance/json/plain-text.ts'
import { CannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformContext, PlatformScenario } from '../../vocabulary/context.ts'
import { about } from '../../vocabulary/events/event.ts'
import type { MadeWebhookKey, Office } from '../../vocabulary/operator/office.ts'
import { ownPartnerId } from '../../vocabulary/operator/own-partner.ts'
import { newPerson } from '../../vocabulary/operator/person.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { unableBy } from '../../vocabulary/operator/step.ts'

/** The number of deliveries, and those that a webhook key signs. */
interface Signed {
  readonly came: number
  readonly signed: readonly string[]
}

/** Opens accounts of the webhook portal with keys, of which one is revoked, and checks that none signs a delivery (2.6, R36). */
export const webhookKeys: PlatformScenario = officeScenario<Signed>({
  id: 'office/webhook-keys',
  title: 'A webhook key opens accounts until it is revoked, and signs nothing',
  needs: [{ operator: 'create_webhook_key' }],
  shows: [
    ...['webhook-key-registers-accounts', 'observe-webhook-key-used-twice', 'webhook-key-status-values'],
    ...['webhook-key-is-shown-once', 'lost-secret-is-replaced'],
  ],
  drive,
  claims: [officeClaim('webhook-key-signs-nothing', signsNothing)],
})

async function drive(context: PlatformContext, office: Office): Promise<Signed> {
  const id = ownPartnerId(context.facts)
  if (id === undefined) throw new CannotTell('the own partner is not known', 'credentials.partner_id')
  const account = { id, own: true }
  const open = async ({ text, as }: Pick<MadeWebhookKey, 'text' | 'as'>) => {
    const { email, password } = newPerson()
    const given = { webhook_key: text, email, password, key: as }
    const { step, returned } = await office.act('register_portal_account', given)
    if (step.kind === 'done') office.leavings.note('portal account', plainText(returned.account_id ?? email))
  }
  const [first, second] = [await office.createWebhookKey(account), await office.createWebhookKey(account)]
  if (first.key === undefined) throw unableBy(first.step, 'create_webhook_key')
  if (second.key === undefined) throw unableBy(second.step, 'create_webhook_key')
  await open(first.key)
  await open(first.key)
  await open({ text: `no-such-webhook-key-${context.unique('portal accounts')}`, as: 'nobody' })
  const revoke = { webhook_key_id: first.key.id, key: first.key.as }
  const { step } = await office.act('revoke_webhook_key', revoke)
  if (step.kind === 'done') office.leavings.ended('webhook key', first.key.id, 'revoked')
  await open(first.key)
  await open(second.key)
  // This may fail: how many webhook keys a partner may have is not stated.
  const { key: later } = await office.createWebhookKey(account)
  if (later !== undefined) await open(later)
  return signedBy(context, [first.key, second.key, ...(later === undefined ? [] : [later])])
}

/**
 * Causes a delivery, and checks if one of the keys signed it.
 *
 * @throws CannotTell where none can come
 */
async function signedBy(
  { webhooks, quotes, facts }: PlatformContext,
  keys: readonly MadeWebhookKey[],
): Promise<Signed> {
  const endpoint = await webhooks.open(['quote.created'])
  const quote = await quotes.create('ready_to_bind')
  const isThere = () => about(quote, 'quote.created', endpoint.arrivals()).length > 0
  await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack)
  return { came: endpoint.arrivals().length, signed: keys.flatMap(({ text }) => endpoint.signedBy(text)) }
}

function signsNothing({ came, signed: [arrival] }: Signed): Verdict {
  if (came === 0) return cutOff('nothing at all arrived at the receiver')
  return arrival === undefined
    ? passed(`${came} deliveries came`)
    : failed({
        expected: 'a signature with the secret of the endpoint',
        observed: 'an account with a webhook key',
        at: 'x-platform-signature',
        arrival,
      })
}
