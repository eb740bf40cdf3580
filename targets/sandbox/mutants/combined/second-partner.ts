import { answerAsText, isDocument } from '../../http/answer.ts'
import { isFirstPartner } from '../../office/first-partner.ts'
import { operating, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { outliving } from '../outliving.ts'

/** Defects of credentials, ids and notes that are right for the first partner alone (4, 5, 7, R12, R20, R21). */
export const secondPartnerMutants: readonly Mutant[] = [
  {
    id: 'later-partners-need-no-key-for-documents',
    says: 'The document service has a list of the first keys, and accepts any key of an account that is not on it',
    kills: [
      'quote-preview-wrong-key-refused',
      'quote-proposal-wrong-key-refused',
      'policy-preview-wrong-key-refused',
      'policy-wrong-key-refused',
    ],
    change: ({ access }) => ({
      access: {
        key: (visitor, partner, platform) =>
          isDocument(visitor.operation) && !isFirstPartner(partner.id, platform)
            ? undefined
            : access.key(visitor, partner, platform),
      },
    }),
  },
  {
    id: 'later-clients-have-any-secret',
    says: 'Migrated clients have no hash of their secret, and any secret matches a missing hash',
    kills: ['token-wrong-secret-refused', 'token-foreign-secret-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        secret(form, platform) {
          const client = platform.directory.clients.get(form.get('client_id') ?? '')
          const isGiven = Boolean(form.get('client_secret'))
          return client !== undefined && !isFirstPartner(client.partnerId, platform) && isGiven
            ? undefined
            : tokenChecks.secret(form, platform)
        },
      },
    }),
  },
  {
    id: 'later-clients-have-any-grant',
    says: 'Migrated clients keep the grants of the old server, among them the password grant',
    kills: ['token-other-grant-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        grantType(form, platform) {
          const client = platform.directory.clients.get(form.get('client_id') ?? '')
          return client !== undefined && !isFirstPartner(client.partnerId, platform)
            ? undefined
            : tokenChecks.grantType(form, platform)
        },
      },
    }),
  },
  {
    id: 'tokens-of-later-partners-never-end',
    says: 'Token expiry is checked for the first account only',
    kills: ['status-expired-token-401', 'policy-expired-token-401'],
    change: outliving(({ partnerId }, platform) => !isFirstPartner(partnerId, platform)),
  },
  {
    id: 'unknown-ids-of-later-partners-are-bad-requests',
    says: 'Later partners get 400 instead of 404 for an unknown id',
    kills: ['status-unknown-id', 'update-unknown-id', 'bind-unknown-id', 'quote-proposal-unknown-id'],
    change: operating(['status', 'update', 'bind', 'quote-proposal'], (standard, call, platform) => {
      if (quoteOf(call, platform) !== undefined || isFirstPartner(call.partner.id, platform))
        return standard()
      return isDocument(call.operation)
        ? answerAsText(400, 'There is no such quote.')
        : platform.behaviour.answers.error(400, 'There is no such quote.')
    }),
  },
]
