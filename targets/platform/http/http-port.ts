import type { Exchange } from '../../../conformance/exchange.ts'
import type { Call, PlatformPort, TokenHandle, TokenRequest } from '../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Canaries } from '../../evidence/canaries.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import type { Redactor } from '../../evidence/redaction.ts'
import type { PlatformProfile } from '../../profile/profile.ts'
import { type Owner, present, tokenHandleName } from '../credentials/present.ts'
import { issuedToken, type TokenCache } from '../credentials/token-cache.ts'
import { tokenRequest } from '../credentials/token-request.ts'
import type { Outgoing, RequestSender } from './request-sender.ts'

export interface HttpPortParts {
  readonly profile: PlatformProfile
  readonly sender: RequestSender
  readonly recorder: Recorder
  readonly redactor: Redactor
  readonly tokens: TokenCache
  readonly canaries: Canaries
}

/** The client of the quote API and of the token endpoint, for one lease. */
export function httpPort({
  profile,
  sender,
  recorder,
  redactor,
  tokens,
  canaries,
}: HttpPortParts): PlatformPort {
  /** The tokens by number; undefined where none was issued. */
  const issuedTokens: (string | undefined)[] = []

  const obtain = async (request: TokenRequest, issues?: string) => {
    const exchange = await sender.send({
      ...tokenRequest(request, profile, redactor, canaries),
      ...(issues !== undefined && { issues }),
    })
    const issued = issuedToken(exchange.answer?.status, recorder.bytes(exchange))
    if (issued) redactor.add(issued.token)
    return { exchange, ...(issued && { issued }) }
  }

  const supply = {
    canaries,
    cached: (owner: Owner) => tokens.get(owner, () => obtain({ clientId: owner })),
    tokenOf: (token: TokenHandle) => {
      const text = issuedTokens[token.held]
      if (text === undefined) throw new CannotTell('the token was held by another scenario')
      return text
    },
  }

  return {
    async send(call): Promise<Exchange> {
      let used: string | undefined
      const outgoing = async (): Promise<Outgoing> => {
        const presented = await present(call.credentials ?? {}, profile, supply, redactor)
        used = presented.used
        const body = call.body ?? (call.json === undefined ? undefined : JSON.stringify(call.json))
        return {
          operation: call.operation,
          ...(call.quoteId !== undefined && { quoteId: call.quoteId }),
          method: call.method,
          url: withQuery(profile.baseUrl + call.path, presented.query),
          headers: headersOf(call, presented.headers, body !== undefined),
          ...(body !== undefined && { body }),
          credentials: presented.description,
          ...(call.mayBeCut && { mayBeCut: call.mayBeCut }),
          // The token may expire while a request is put off.
          anew: outgoing,
        }
      }
      const exchange = await sender.send(await outgoing())
      // The 401 itself is evidence and is not retried, but the next request gets a new token.
      if (exchange.answer?.status === 401 && used !== undefined) tokens.drop(used)
      return exchange
    },

    requestToken: (request = {}) => sender.send(tokenRequest(request, profile, redactor, canaries)),

    async holdToken(owner = 'own') {
      const token = { held: issuedTokens.push(undefined) - 1 }
      const { exchange, issued } = await obtain(
        typeof owner === 'string' ? { clientId: owner } : { client: owner },
        tokenHandleName(token),
      )
      const again = issued !== undefined && issuedTokens.includes(issued.token)
      issuedTokens[token.held] = issued?.token
      return issued ? { exchange, token, again } : { exchange }
    },

    exchangesContaining: (text) => recorder.exchangesContaining(text),
    bytes: (exchange) => recorder.bytes(exchange),
    inOrder: (exchanges) => recorder.inOrder(exchanges),
    forget: (exchanges) => recorder.forget(exchanges),
  }
}

function withQuery(url: string, parameter: readonly [string, string] | undefined): string {
  if (!parameter) return url
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams([[...parameter]]).toString()}`
}

type Headers = readonly (readonly [name: string, value: string])[]

function headersOf(call: Call, credentials: Headers, hasBody: boolean): Headers {
  const usual: Headers = [
    ['accept', '*/*'],
    ['user-agent', 'quote-conformance'],
    ...(hasBody ? [['content-type', 'application/json'] as const] : []),
    ...credentials,
  ]
  const chosen = Object.entries(call.headers ?? {})
  const replaced = new Set(chosen.map(([name]) => name.toLowerCase()))
  return [
    ...usual.filter(([name]) => !replaced.has(name)),
    ...chosen.flatMap(([name, value]) => (value === null ? [] : [[name.toLowerCase(), value] as const])),
  ]
}
