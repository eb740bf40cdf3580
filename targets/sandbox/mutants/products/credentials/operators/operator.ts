import type { Token } from '../../../../credentials/rules.ts'
import type { Client } from '../../../../office/directory.ts'
import type { Platform } from '../../../../platform.ts'
import { operatorOn } from '../../arguments.ts'
import type { Happens } from '../../product.ts'
import { type CredentialUse, useBy } from '../use.ts'

export const credentialOperator = operatorOn<CredentialUse>()

export type CredentialHappens = Happens<CredentialUse>

/** The client that a request for a token names. */
export const clientIn = (form: URLSearchParams, { directory }: Platform): Client | undefined =>
  directory.clients.get(form.get('client_id') ?? '')

/** Says whether a slip happens to a request for a token. */
export const happensTo = (happens: CredentialHappens, form: URLSearchParams, platform: Platform): boolean =>
  happens(useBy('token', clientIn(form, platform), platform), platform)

export const endTokens = ({ tokens }: Platform, isMeant: (token: Token) => boolean): void => {
  for (const [text, token] of tokens) if (isMeant(token)) tokens.delete(text)
}
