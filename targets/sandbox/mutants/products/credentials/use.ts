import type { IncomingHttpHeaders } from 'node:http'
import type { Token, Visitor } from '../../../credentials/rules.ts'
import type { ApiOperation } from '../../../http/answer.ts'
import type { Client, Partner, Slot } from '../../../office/directory.ts'
import type { Platform } from '../../../platform.ts'
import type { Quote } from '../../../quotes/quote.ts'

/** Credentials in use: in a request to the API or for a token, or in an action at the portal. What is not known is absent. */
export interface CredentialUse {
  readonly operation: ApiOperation | 'token' | 'portal'
  readonly headers: IncomingHttpHeaders
  /** Path with its query. */
  readonly url: string
  /** The token that it carries, expired or not. */
  readonly token?: Token | undefined
  readonly client?: Client | undefined
  /** The partner of the token or of the client, else that of the key. */
  readonly partner?: Partner | undefined
  /** The slot of the key among those of the partner. */
  readonly slot?: Slot | undefined
  /** The quote that the path names, whosever it is. */
  readonly quote?: Quote | undefined
}

/** Finds all that a request to the API names, whether its credentials are valid or not. */
export function useOf(visitor: Visitor, { directory, quotes, behaviour, tokens }: Platform): CredentialUse {
  const text = behaviour.access.bearer(visitor)
  const token = text === undefined ? undefined : tokens.get(text)
  const given = String(visitor.headers['x-integration-key'] ?? '')
  const byKey = [...directory.partners.values()].find((one) => slotOf(one, given) !== undefined)
  const partner = token === undefined ? byKey : directory.partners.get(token.partnerId)
  const [id = ''] = /[^/?]+(?=\?|$)/.exec(visitor.url) ?? []
  return {
    ...visitor,
    token,
    client: token && directory.clients.get(token.clientId),
    partner,
    slot: partner && slotOf(partner, given),
    quote: quotes.get(id.toLowerCase()),
  }
}

/** A request for a token by a client, or something at the portal that concerns a client or a partner. */
export const useBy = (
  operation: 'token' | 'portal',
  client: Client | undefined,
  { directory }: Platform,
  partner = directory.partners.get(client?.partnerId ?? ''),
): CredentialUse => ({ operation, headers: {}, url: '', client, partner })

/** The slot of a partner's key with a text. */
export const slotOf = ({ keys }: Partner, given: string): Slot | undefined =>
  (['primary', 'secondary'] as const).find((slot) => keys[slot]?.secret.is(given) === true)
