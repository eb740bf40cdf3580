import type { Mutant } from '../mutant.ts'

/** Defects of partner accounts (2.6, 5.rule.8). */
export const accountMutants: readonly Mutant[] = [
  {
    id: 'known-addresses-start-active',
    says: 'A registration with the address of an active account is approved by itself',
    kills: ['registration-starts-pending'],
    change: ({ accounts }) => ({
      accounts: {
        register({ email, ...rest }, platform) {
          const isKnown = [...platform.directory.partners.values()].some(
            ({ status, members }) => status === 'active' && members.some((one) => one.email === email),
          )
          if (!isKnown) return accounts.register({ email, ...rest }, platform)
          const partner = accounts.register({ ...rest, email: `again.${email}` }, platform)
          partner.status = 'active'
          return partner
        },
      },
    }),
  },
  {
    id: 'denied-accounts-stay-pending',
    says: 'A denial is sent to the company by mail, but is not stored',
    kills: ['partner-status-values'],
    change: ({ accounts }) => ({
      accounts: {
        decide(partner, to, platform) {
          if (to !== 'denied') accounts.decide(partner, to, platform)
        },
      },
    }),
  },
  {
    id: 'disabling-one-account-disables-others',
    says: 'After an account was disabled, the next token request of any account is refused',
    kills: ['other-accounts-stay-as-they-are'],
    change({ accounts, tokenChecks }) {
      let isEmpty = false
      return {
        accounts: {
          decide(partner, to, platform) {
            accounts.decide(partner, to, platform)
            isEmpty ||= to === 'disabled'
          },
        },
        tokenChecks: {
          account(form, platform) {
            const client = platform.directory.clients.get(form.get('client_id') ?? '')
            const partner = platform.directory.partners.get(client?.partnerId ?? '')
            if (!isEmpty || partner?.status !== 'active') return tokenChecks.account(form, platform)
            isEmpty = false
            return { code: 'invalid_client', description: 'the account is not active' }
          },
        },
      }
    },
  },
]
