import type { Platform } from '../platform.ts'
import { emailOf, givenPartner, type OfficeAction } from './actions.ts'
import { type Member, type Partner, ROLES, type Role } from './directory.ts'
import { found, type Given, Refusal, textOf } from './refusal.ts'
import { SealedSecret } from './sealed-secret.ts'
import { refuseTakenEmail } from './taken-email.ts'

const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

function roleOf(given: Given): Role {
  const role = textOf(given, 'role')
  if (!isRole(role)) throw new Refusal('invalid', `role must be ${ROLES.join(' or ')}`, 'role')
  return role
}

const memberOf = (given: Given, { members }: Partner): Member => {
  const email = textOf(given, 'email').toLowerCase()
  return found(
    members.find((member) => member.email.toLowerCase() === email),
    'there is no such person in the team',
  )
}

/** Without an Admin nobody could manage the team any more. */
function refuseLastAdmin({ members }: Partner, member: Member): void {
  const admins = members.filter(({ role }) => role === 'Admin')
  if (admins.length === 1 && admins[0] === member)
    throw new Refusal('conflict', 'the team needs an Admin: make somebody else one first')
}

const shown = (partner: Partner, platform: Platform): object =>
  platform.behaviour.accounts.shown(partner, platform)

/** Adds a person, who cannot sign in before a password is set. */
export const addMember: OfficeAction = (given, platform) => {
  const partner = givenPartner(given, platform)
  const email = emailOf(given, 'email')
  refuseTakenEmail(email, platform.directory)
  const password = SealedSecret.password(platform.random.secret())
  partner.members.push({ name: textOf(given, 'name'), email, role: roleOf(given), password })
  return shown(partner, platform)
}

export const changeRole: OfficeAction = (given, platform) => {
  const partner = givenPartner(given, platform)
  const member = memberOf(given, partner)
  const role = roleOf(given)
  if (role !== 'Admin') refuseLastAdmin(partner, member)
  member.role = role
  return shown(partner, platform)
}

export const removeMember: OfficeAction = (given, platform) => {
  const partner = givenPartner(given, platform)
  const member = memberOf(given, partner)
  refuseLastAdmin(partner, member)
  partner.members.splice(partner.members.indexOf(member), 1)
  return shown(partner, platform)
}
