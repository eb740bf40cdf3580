import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Operation } from '../http/answer.ts'
import { isDocument, text } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Partner } from './directory.ts'
import { sameSecret } from './same-secret.ts'
import type { Token } from './tokens.ts'

/** Facts about a request before its body is read. */
export interface Visitor {
  readonly operation: Operation
  readonly headers: IncomingHttpHeaders
  /** Path with its query, as requested. */
  readonly url: string
}

export type AccessRefusal = 'no-token' | 'bad-token' | 'expired-token' | 'no-key' | 'bad-key'

/** Rules of access (section 5). */
export interface AccessRules {
  /** The token text that a request carries. */
  bearer(visitor: Visitor): string | undefined
  /** The valid token of a request, or why it has none. */
  token(visitor: Visitor, platform: Platform): Token | AccessRefusal
  /** Undefined when the integration key is one of the partner's. */
  key(visitor: Visitor, partner: Partner, platform: Platform): AccessRefusal | undefined
  /** Only partners whose account is active authenticate (2.6). */
  mayEnter(partner: Partner): boolean
  /** A quote is its partner's own. */
  sees(partner: Partner, quote: Quote, operation: Operation): boolean
  refused(refusal: AccessRefusal, operation: Operation, platform: Platform, visitor: Visitor): Answer
}

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

export const standardAccess: AccessRules = {
  bearer: ({ headers }) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],
  token(visitor, platform) {
    const { access, tokens } = platform.behaviour
    const given = access.bearer(visitor)
    if (given === undefined) return visitor.headers.authorization === undefined ? 'no-token' : 'bad-token'
    const token = tokens.read(given, platform)
    if (token === undefined) return 'bad-token'
    return tokens.isExpired(token, platform.clock.now()) ? 'expired-token' : token
  },
  key({ headers }, { keys }) {
    const given = headers['x-integration-key']
    if (given === undefined || given === '') return 'no-key'
    const right = [keys.primary, keys.secondary].some(
      (key) => key !== undefined && sameSecret(String(given), key),
    )
    return right ? undefined : 'bad-key'
  },
  mayEnter: (partner) => partner.status === 'active',
  sees: (partner, quote) => quote.partnerId === partner.id,
  refused(refusal, operation, { behaviour }) {
    const headers = { 'www-authenticate': challenge(refusal) }
    return isDocument(operation)
      ? text(401, messages[refusal], headers)
      : behaviour.answers.error(401, messages[refusal], headers)
  },
}

/** Authenticates a request: the partner behind it, or the answer that refuses it. */
export function admit(visitor: Visitor, platform: Platform): { partner: Partner } | { refusal: Answer } {
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
