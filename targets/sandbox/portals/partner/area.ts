import { html } from '../../../../web/html.ts'
import { signedInPerson } from '../people.ts'
import { signingOut } from '../sign-out.ts'
import type { Area } from '../visit.ts'

/** The partner portal (2.6): the account of an organization, its people and their credentials. */
export const partnerArea: Area = {
  name: 'Partner portal',
  href: '/partner',
  nav: (visit) =>
    signedInPerson(visit) === undefined
      ? [
          { href: '/partner/sign-in', label: 'Sign in' },
          { href: '/partner/register', label: 'Register' },
          { href: '/outcomes', label: 'What to submit' },
        ]
      : [
          { href: '/partner', label: 'Overview' },
          { href: '/partner/clients', label: 'API clients' },
          { href: '/partner/keys', label: 'Integration keys' },
          { href: '/partner/webhook-keys', label: 'Webhook keys' },
          { href: '/partner/team', label: 'Team' },
          { href: '/webhooks', label: 'Webhook portal' },
        ],
  visitor(visit) {
    const person = signedInPerson(visit)
    return person && html`<span>${person.member.email}</span>${visit.form(leavePartner)}`
  },
}

/** Ends the session at the partner portal. */
export const leavePartner = signingOut(partnerArea, 'member')
