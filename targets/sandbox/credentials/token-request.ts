import type { HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { TokenForm } from './rules.ts'

/** Answers a token request (5; RFC 6749, sections 4.4 and 5). */
export function requestToken(form: TokenForm, platform: Platform): HttpAnswer {
  const { tokens, tokenChecks } = platform.behaviour
  if (form === undefined)
    return tokens.refused({
      code: 'invalid_request',
      description: 'parameters are to be sent as application/x-www-form-urlencoded',
    })
  for (const check of Object.values(tokenChecks)) {
    const refusal = check(form, platform)
    if (refusal !== undefined) return tokens.refused(refusal)
  }
  const client = platform.directory.clients.get(form.get('client_id') ?? '')
  if (client === undefined) return tokens.refused({ code: 'invalid_client', description: 'no such client' })
  return tokens.issued(tokens.mint(client, platform), platform)
}
