import type { Platform } from '../platform.ts'
import type { Member, Partner } from './directory.ts'
import { Refusal } from './refusal.ts'
import type { AccountRules } from './rules.ts'
import { SealedSecret } from './sealed-secret.ts'
import { refuseTakenEmail } from './taken-email.ts'

export const standardAccounts: AccountRules<Platform> = {
  first: 'pending',
  from: { active: ['pending', 'disabled'], denied: ['pending'], disabled: ['active'] },
  register({ companyName, contactName, email, password }, { random, clock, directory, behaviour }) {
    refuseTakenEmail(email, directory)
    const member: Member = {
      name: contactName,
      email,
      role: 'Admin',
      password: SealedSecret.password(password),
    }
    const partner: Partner = {
      id: random.uuid(),
      name: companyName,
      brokerageId: random.uuid(),
      registeredAt: clock.now(),
      members: [member],
      status: behaviour.accounts.first,
      keys: {},
    }
    directory.partners.set(partner.id, partner)
    return partner
  },
  decide(partner, to, { behaviour }) {
    if (!behaviour.accounts.from[to].includes(partner.status))
      throw new Refusal('conflict', `the account is ${partner.status} and cannot become ${to}`)
    partner.status = to
  },
  shown: ({ id, name, status, members, registeredAt }, { behaviour }) => ({
    partner_id: id,
    company_name: name,
    status,
    registered_at: behaviour.formats.timestamp(registeredAt),
    team: members.map(({ name: contact, email, role }) => ({ name: contact, email, role })),
  }),
}
