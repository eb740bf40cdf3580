import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import type { KeyMark } from '../../../conformance/ports/client.ts'
import { bodyOf } from '../../evidence/body.ts'
import type { IncomingRequest } from '../gateway/incoming.ts'
import {
  type GivenCredentials,
  type PlatformAnswer,
  type PlatformRequest,
  TOKEN_PATH,
} from '../platform-instance.ts'

/** Parts of an exchange that are read from a request or an answer. */

export const requestHeader = (
  { headers }: Pick<IncomingRequest, 'headers'>,
  wanted: string,
): string | undefined => headerOf(headers, wanted)

export function keyMark(given: string | undefined, right: string): KeyMark {
  if (given === undefined || given === '') return 'none'
  return given === right ? 'own' : 'wrong'
}

/** A body as text, with replacement characters where it is not valid UTF-8. */
export const bodyText = (body: Uint8Array, type: string | undefined): string =>
  bodyOf(body, type).text ?? Buffer.from(body).toString('utf8')

export function answerOf({ status, headers, body }: PlatformAnswer): NonNullable<Exchange['answer']> {
  const type = headers['content-type']
  return {
    status,
    headers: Object.entries(headers),
    body: bodyOf(body, type),
  }
}

/** The request of a client for a token. */
export function clientTokenRequest({ clientId, clientSecret }: GivenCredentials): PlatformRequest {
  const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
  return {
    method: 'POST',
    path: TOKEN_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams({ ...form, scope: 'quote' }).toString()),
  }
}
