import { html } from '../../../../web/html.ts'
import { badge, table } from '../../../../web/parts.ts'
import type { Member } from '../../office/directory.ts'
import { found } from '../../office/refusal.ts'
import { addMember, changeRole, removeMember } from '../../office/team.ts'
import type { Page, PortalOperation } from '../operation.ts'
import { memberLogin, needAdmin, needPerson, postPasswordLink } from '../people.ts'
import type { Params, Visit } from '../visit.ts'
import { partnerArea } from './area.ts'

const WEEK_MS = 7 * 86_400_000

const row = (member: Member, visit: Visit) => {
  const { member: self } = needPerson(visit)
  const params = { email: member.email }
  const isAdmin = member.role === 'Admin'
  return [
    html`<strong>${member.name}</strong>${member === self ? ' (you)' : ''}`,
    member.email,
    badge(member.role, 'quiet'),
    self.role === 'Admin'
      ? html`<div class="actions">${visit.form(isAdmin ? toPartner : toAdmin, params)}${visit.form(remove, params)}</div>`
      : '',
  ]
}

const teamPage: Page = {
  area: partnerArea,
  path: '/partner/team',
  draw(visit) {
    const { partner, member } = needPerson(visit)
    const rows = partner.members.map((one) => row(one, visit))
    return {
      title: 'Team',
      main: html`<p>Everybody here views and manages the keys. An Admin also manages the team.</p>
${table(['Name', 'E-mail', 'Role', ''], rows)}
${member.role === 'Admin' ? html`<h2>Add a person</h2>${visit.form(add)}` : html`<p class="quiet">Ask an Admin to change the team.</p>`}`,
    }
  },
}

const teamState = (visit: Visit) => needAdmin(visit).partner.members.map(({ email, role }) => [email, role])

const add: PortalOperation = {
  path: '/partner/team',
  button: 'Add the person',
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'email', label: 'E-mail', kind: 'email' },
    {
      name: 'role',
      label: 'Role',
      kind: 'choice',
      options: [
        ['Partner', 'Partner: views and manages keys'],
        ['Admin', 'Admin: manages the team as well'],
      ],
    },
  ],
  given: (visit) => ({ partner_id: needAdmin(visit).partner.id }),
  seen: (_given, visit) => teamState(visit),
  act(given, platform, { site }) {
    const answer = addMember(given, platform)
    const to = String(given.email)
    postPasswordLink(site, {
      ...{ to, login: memberLogin(to), lastsMs: WEEK_MS, subject: 'You were added to a team' },
      text: 'Open this link within a week to set your password. Then sign in at the partner portal.',
    })
    return answer
  },
  done: (_answer, _visit, { email }) => ({
    to: '/partner/team',
    notice: `A letter is on its way to ${email}. It is in the outbox of the operator.`,
  }),
  page: teamPage,
}

const ownMember = (visit: Visit, { email = '' }: Params) => {
  const { partner } = needAdmin(visit)
  const member = partner.members.find((one) => one.email === email)
  return { partner_id: partner.id, email: found(member, 'there is no such person in the team').email }
}

const roleChange = (verb: string, button: string, role: Member['role']): PortalOperation => ({
  path: `/partner/team/:email/${verb}`,
  button,
  given: (visit, params) => ({ ...ownMember(visit, params), role }),
  seen: (_given, visit) => teamState(visit),
  act: changeRole,
  done: (_answer, _visit, { email }) => ({ to: '/partner/team', notice: `${email} is ${role} now.` }),
  page: teamPage,
})
const toAdmin = roleChange('to-admin', 'Make Admin', 'Admin')
const toPartner = roleChange('to-partner', 'Make Partner', 'Partner')

const remove: PortalOperation = {
  path: '/partner/team/:email/remove',
  button: 'Remove',
  danger: true,
  given: ownMember,
  seen: (_given, visit) => teamState(visit),
  async act(given, platform, { site }) {
    const answer = await removeMember(given, platform)
    site.data.passwords.delete(memberLogin(String(given.email)))
    return answer
  },
  done: (_answer, _visit, { email }) => ({
    to: '/partner/team',
    notice: `${email} cannot sign in any more.`,
  }),
  page: teamPage,
}

export const teamPages: readonly Page[] = [teamPage]
export const teamOperations: readonly PortalOperation[] = [add, toAdmin, toPartner, remove]
