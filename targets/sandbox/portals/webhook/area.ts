import { html } from '../../../../web/html.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Partner } from '../../office/directory.ts'
import { found } from '../../office/refusal.ts'
import { SignInFirst } from '../operation.ts'
import { accountLogin, passwordMark, signedInPerson } from '../people.ts'
import { signingOut } from '../sign-out.ts'
import type { Area, Params, Visit } from '../visit.ts'

/** Whoever may see the endpoints of a partner: its people, and accounts opened with a webhook key. */
interface WebhookUser {
  readonly partner: Partner
  readonly email: string
}

function signedInUser(visit: Visit): WebhookUser | undefined {
  const { site, request } = visit
  const { directory, behaviour } = site.platform
  const { account } = request.session
  if (account !== undefined && account.mark === passwordMark(site, accountLogin(account.id))) {
    const own = directory.portalAccounts.get(account.id)
    const partner = directory.partners.get(own?.partnerId ?? '')
    if (own !== undefined && partner !== undefined && behaviour.access.mayEnter(partner))
      return { partner, email: own.email }
  }
  const person = signedInPerson(visit)
  return person && { partner: person.partner, email: person.member.email }
}

/** @throws SignInFirst */
export function needUser(visit: Visit): WebhookUser {
  const user = signedInUser(visit)
  if (user === undefined) throw new SignInFirst('/webhooks/sign-in')
  return user
}

export const endpointsOf = (visit: Visit): readonly Endpoint[] => {
  const { partner } = needUser(visit)
  return [...visit.site.platform.endpoints.values()].filter(({ partnerId }) => partnerId === partner.id)
}

/** @throws SignInFirst, Refusal for an endpoint of somebody else as for one that does not exist */
export const ownEndpoint = (visit: Visit, { endpoint_id }: Params): Endpoint =>
  found(
    endpointsOf(visit).find(({ id }) => id === endpoint_id),
    'there is no such endpoint',
  )

/** The webhook portal (6): endpoints, their secrets, deliveries and event types. */
export const webhookArea: Area = {
  name: 'Webhook portal',
  href: '/webhooks',
  nav: (visit) =>
    signedInUser(visit) === undefined
      ? [
          { href: '/webhooks/sign-in', label: 'Sign in' },
          { href: '/webhooks/register', label: 'Register with a webhook key' },
          { href: '/webhooks/events', label: 'Event types' },
          { href: '/webhooks/signature', label: 'Signature bench' },
        ]
      : [
          { href: '/webhooks', label: 'Endpoints' },
          { href: '/webhooks/events', label: 'Event types' },
          { href: '/webhooks/signature', label: 'Signature bench' },
          ...(signedInPerson(visit) === undefined ? [] : [{ href: '/partner', label: 'Partner portal' }]),
        ],
  visitor(visit) {
    const user = signedInUser(visit)
    return user && html`<span>${user.email}</span>${visit.form(leaveWebhooks)}`
  },
}

/** Ends the session at both portals: one sign-in opens both. */
export const leaveWebhooks = signingOut(webhookArea, 'member', 'account')
