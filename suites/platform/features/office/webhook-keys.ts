import { plainText } from '../../../../conformance/json/plain-text.ts'
import { CannotTell, cutOff, type Verdict, whyLeft } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { about } from '../../vocabulary/events/event.ts'
import type { Office } from '../../vocabulary/operator/office.ts'
import { ownPartnerId } from '../../vocabulary/operator/own-partner.ts'
import { newPerson } from '../../vocabulary/operator/person.ts'
import { type OfficeStep, unableBy } from '../../vocabulary/operator/step.ts'

export interface WebhookKeysTrace {
  /**
   * Registrations: `active` with an active key, `again` with the same key, `unknown` with a key that does not exist, `revoked`
   * after its revocation (`revoke`). `other` is the last one with another active key, perhaps created after the revocation.
   */
  readonly active: OfficeStep
  readonly again: OfficeStep
  readonly unknown: OfficeStep
  readonly revoke: OfficeStep
  readonly revoked: OfficeStep
  readonly other: OfficeStep
  /** True when the profile gives the revoked key itself as its id: then every answer may contain it. */
  readonly isItsOwnId: boolean
  /** The number of deliveries, and those that a webhook key signs; or why there are none. */
  readonly deliveries:
    | { readonly came: number; readonly signed: readonly string[] }
    | { readonly left: Verdict }
}

/** Opens accounts of the webhook portal with keys, revokes one, and checks the signatures of deliveries. */
export async function driveWebhookKeys(context: PlatformContext, office: Office): Promise<WebhookKeysTrace> {
  const { unique, facts } = context
  const id = ownPartnerId(facts)
  if (id === undefined) throw new CannotTell('the own partner is not known', 'credentials.partner_id')
  const account = { id, own: true }
  const open = async (webhook_key: string) => {
    const { email, password } = newPerson()
    const { step, returned } = await office.act('register_portal_account', { webhook_key, email, password })
    if (step.kind === 'done') office.leavings.note('portal account', plainText(returned.account_id ?? email))
    return step
  }
  const [first, second] = [await office.createWebhookKey(account), await office.createWebhookKey(account)]
  if (first.key === undefined) throw unableBy(first.step)
  if (second.key === undefined) throw unableBy(second.step)
  const active = await open(first.key.text)
  const again = await open(first.key.text)
  const unknown = await open(`no-such-webhook-key-${unique('portal accounts')}`)
  const revoke = (await office.act('revoke_webhook_key', { webhook_key_id: first.key.id })).step
  if (revoke.kind === 'done') office.leavings.ended('webhook key', first.key.id, 'revoked')
  const revoked = await open(first.key.text)
  const other = await open(second.key.text)
  // This may fail: how many webhook keys a partner may have is not stated.
  const later = other.kind === 'done' ? await office.createWebhookKey(account) : undefined
  return {
    active,
    again,
    unknown,
    revoke,
    revoked,
    other: later?.key === undefined ? other : await open(later.key.text),
    isItsOwnId: first.key.id === first.key.text,
    deliveries: await signedBy(
      context,
      [first.key, second.key, later?.key].flatMap((key) => key?.text ?? []),
    ),
  }
}

/** Causes a delivery, and checks if one of the keys signed it. */
async function signedBy(
  { webhooks, quotes, facts }: PlatformContext,
  keys: readonly string[],
): Promise<WebhookKeysTrace['deliveries']> {
  try {
    const endpoint = await webhooks.open(['quote.created'])
    const quote = await quotes.create('ready_to_bind')
    const isThere = () => about(quote, 'quote.created', endpoint.arrivals()).length > 0
    await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack)
    const came = endpoint.arrivals().length
    if (came === 0) return { left: cutOff('nothing at all arrived at the receiver') }
    return { came, signed: keys.flatMap((key) => endpoint.signedBy(key)) }
  } catch (error) {
    return whyLeft(error)
  }
}
