import { answerAsText, type HttpAnswer, isDocument } from '../http/answer.ts'
import type { Partner } from '../office/directory.ts'
import type { Platform } from '../platform.ts'
import type { AccessRefusal, AccessRules, Visitor } from './rules.ts'

const messages: Record<AccessRefusal, string> = {
  'no-token': 'A bearer token is required.',
  'bad-token': 'The access token is not valid.',
  'expired-token': 'The access token has expired.',
  'no-key': 'The x-integration-key header is required.',
  'bad-key': 'The integration key is not valid.',
}

const challenge = (refusal: AccessRefusal): string =>
  refusal === 'bad-token' || refusal === 'expired-token'
    ? 'Bearer realm="quote", error="invalid_token"'
    : 'Bearer realm="quote"'

export const standardAccess: AccessRules<Platform> = {
  bearer: ({ headers }) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],
  token(visitor, platform) {
    const { access, tokens } = platform.behaviour
    const given = access.bearer(visitor)
    if (given === undefined) return visitor.headers.authorization === undefined ? 'no-token' : 'bad-token'
    const token = tokens.read(given, platform)
    if (token === undefined) return 'bad-token'
    return tokens.isExpired(token, platform.clock.now()) ? 'expired-token' : token
  },
  key({ headers }, partner, platform) {
    const given = headers['x-integration-key']
    if (given === undefined || given === '') return 'no-key'
    return platform.behaviour.keys.opens(partner, String(given), platform) ? undefined : 'bad-key'
  },
  mayEnter: (partner) => partner.status === 'active',
  sees: (partner, quote) => quote.partnerId === partner.id,
  refused(refusal, operation, { behaviour }) {
    const headers = { 'www-authenticate': challenge(refusal) }
    return isDocument(operation)
      ? answerAsText(401, messages[refusal], headers)
      : behaviour.answers.error(401, messages[refusal], headers)
  },
}

/** Authenticates a request: returns its partner, or the answer that refuses it. */
export function admit(visitor: Visitor, platform: Platform): { partner: Partner } | { refusal: HttpAnswer } {
  const { access } = platform.behaviour
  const refuse = (refusal: AccessRefusal) => ({
    refusal: access.refused(refusal, visitor.operation, platform, visitor),
  })
  const token = access.token(visitor, platform)
  if (typeof token === 'string') return refuse(token)
  const partner = platform.directory.partners.get(token.partnerId)
  if (partner === undefined || !access.mayEnter(partner)) return refuse('bad-token')
  const refusal = access.key(visitor, partner, platform)
  return refusal === undefined ? { partner } : refuse(refusal)
}
