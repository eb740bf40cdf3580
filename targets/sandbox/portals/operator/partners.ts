import { html } from '../../../../web/html.ts'
import { badge, livePart, moment, type Tone, table } from '../../../../web/parts.ts'
import { decidePartner } from '../../office/actions.ts'
import type { AccountStatus, Partner } from '../../office/directory.ts'
import { found } from '../../office/refusal.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { needOperator } from '../people.ts'
import { post } from '../site.ts'
import type { Params, Visit } from '../visit.ts'
import { operatorArea } from './area.ts'

const TONES: Readonly<Record<AccountStatus, Tone>> = {
  pending: 'waits',
  active: 'good',
  denied: 'bad',
  disabled: 'bad',
}

type Decision = Exclude<AccountStatus, 'pending'>

const partnerOf = ({ partner_id }: Params | Readonly<Record<string, unknown>>, { site }: Visit): Partner =>
  found(site.platform.directory.partners.get(String(partner_id)), 'there is no such partner')

const row = (partner: Partner, visit: Visit) => {
  const { from } = visit.site.platform.behaviour.accounts
  const possible = decisions.filter(({ to }) => from[to].includes(partner.status))
  const [first] = partner.members
  return [
    html`<strong>${partner.name}</strong><br><code>${partner.id}</code>`,
    first === undefined ? '' : html`${first.name}<br>${first.email}`,
    badge(partner.status, TONES[partner.status]),
    moment(partner.registeredAt),
    html`<div class="actions">${possible.map(({ operation }) => visit.form(operation, { partner_id: partner.id }))}</div>`,
  ]
}

const partnersPage: Page = {
  area: operatorArea,
  path: '/operator/partners',
  draw(visit) {
    needOperator(visit)
    const all = [...visit.site.platform.directory.partners.values()]
    const waiting = all.filter(({ status }) => status === 'pending')
    const rows = [...waiting, ...all.filter(({ status }) => status !== 'pending')].map((one) =>
      row(one, visit),
    )
    return {
      title: 'Partners',
      live: true,
      main: livePart('partners', table(['Company', 'Contact', 'Account', 'Registered', ''], rows)),
    }
  },
}

const LETTERS: Readonly<Record<Decision, string>> = {
  active: 'Your account is active. You can sign in at the partner portal now.',
  denied: 'Your registration was denied.',
  disabled: 'Your account was disabled. Nobody can sign in with it any more.',
}

const decision = (verb: string, button: string, to: Decision) => ({
  to,
  operation: {
    path: `/operator/partners/:partner_id/${verb}`,
    button,
    ...(to === 'active' ? {} : { danger: true as const }),
    given(visit: Visit, params: Params) {
      needOperator(visit)
      return { partner_id: partnerOf(params, visit).id }
    },
    seen: (given: Params | Readonly<Record<string, unknown>>, visit: Visit) => partnerOf(given, visit).status,
    act: decidePartner(to),
    done(_answer: object, visit: Visit, given: Readonly<Record<string, unknown>>) {
      const { name, members } = partnerOf(given, visit)
      for (const { email } of members)
        post(visit.site, { to: email, subject: `Your account is ${to}`, text: LETTERS[to] })
      return { to: '/operator/partners', notice: `${name} is ${to}.` }
    },
    page: partnersPage,
  },
})

const decisions = [
  decision('approve', 'Approve', 'active'),
  decision('deny', 'Deny', 'denied'),
  decision('disable', 'Disable', 'disabled'),
]

export const partnerAdminPages: readonly Page[] = [partnersPage]
export const partnerAdminOperations: readonly PortalOperation[] = decisions.map(({ operation }) => operation)
