import { randomUUID } from 'node:crypto'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Headers } from '../../../conformance/headers.ts'
import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import type {
  Call,
  MadeClient,
  PlatformPort,
  TokenHandle,
  TokenRequest,
} from '../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Canaries } from '../../evidence/canaries.ts'
import type { Recorder } from '../../evidence/recorder.ts'
import { Redactor } from '../../evidence/redaction.ts'
import type { PlatformProfile } from '../../profile/profile.ts'
import type { MisreadCredentials } from '../credentials/misread-credentials.ts'
import { type Owner, present, tokenHandleName } from '../credentials/present.ts'
import { issuedToken, type TokenCache, tokenInJson } from '../credentials/token-cache.ts'
import { tokenRequest } from '../credentials/token-request.ts'
import type { OutgoingRequest, RequestSender } from './request-sender.ts'
import type { SenderAside } from './sender-aside.ts'

export interface HttpPortParts {
  readonly profile: PlatformProfile
  readonly sender: RequestSender
  readonly recorder: Recorder
  readonly redactor: Redactor
  readonly tokens: TokenCache
  readonly canaries: Canaries
  readonly operator: Pick<OperatorPort, 'unreadBeside'>
  readonly misread: MisreadCredentials
  /** Sends what only finds out if the profile is wrong. */
  readonly aside: SenderAside
}

/** The client of the quote API and of the token endpoint, for one lease. */
export function httpPort({
  profile,
  sender,
  recorder,
  redactor,
  tokens,
  canaries,
  operator,
  misread,
  aside,
}: HttpPortParts): PlatformPort {
  /** The tokens by number; undefined where none was issued. */
  const issuedTokens: (string | undefined)[] = []

  const obtain = async (request: TokenRequest, issues?: OutgoingRequest['issues']) => {
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

  const isRefused = ({ answer }: Exchange, ...statuses: readonly number[]) =>
    statuses.includes(answer?.status ?? 0)

  /** @throws CannotTell where the profile takes the secret of a client from a wrong place */
  const checkClient = async (client: MadeClient | undefined, exchange: Exchange): Promise<void> => {
    if (client === undefined) return
    if (!isRefused(exchange, 400, 401)) return void misread.isFirstUse(client.secret)
    const works = async (text: string) => {
      // Texts that are no secrets must stay readable in the reports.
      const request = { client: { ...client, secret: text } }
      const tried = await aside.sender.send(tokenRequest(request, profile, new Redactor(), canaries))
      const isIssued = issuedToken(tried.answer?.status, aside.recorder.bytes(tried)) !== undefined
      if (isIssued) redactor.add(text)
      return isIssued
    }
    try {
      await misread.refused(client.secret, operator.unreadBeside?.(client.secret) ?? [], works)
    } catch (error) {
      // The refusal is right then.
      const named = { id: 'made', secret: 'misread' }
      recorder.correct({ ...exchange, request: { ...exchange.request, client: named } })
      throw error
    }
  }

  /** @throws CannotTell where the profile takes an integration key from a wrong place */
  const checkKey = async ({ credentials = {} }: Call, exchange: Exchange): Promise<void> => {
    const { key } = credentials
    if (typeof key !== 'object') return
    if (!isRefused(exchange, 401, 403)) misread.isFirstUse(key.text)
    else
      await misread.refused(key.text, operator.unreadBeside?.(key.text) ?? [], async (text) => {
        const choice = { ...credentials, key: { ...key, text } }
        const { headers, query, description } = await present(choice, profile, supply, new Redactor())
        const tried = await aside.sender.send({
          operation: 'status',
          method: 'GET',
          // No quote has this id, so whoever is let in gets a 404.
          url: withQuery(`${profile.baseUrl}/status/${randomUUID()}`, query),
          headers,
          credentials: description,
        })
        const isAccepted = tried.answer !== undefined && !isRefused(tried, 401, 403)
        if (isAccepted) redactor.add(text)
        return isAccepted
      })
  }

  return {
    async send(call): Promise<Exchange> {
      let used: string | undefined
      const outgoing = async (): Promise<OutgoingRequest> => {
        const presented = await present(call.credentials ?? {}, profile, supply, redactor)
        used = presented.used
        const body = call.body ?? (call.json === undefined ? undefined : JSON.stringify(call.json))
        return {
          operation: call.operation,
          ...(call.quoteId !== undefined && { quoteId: call.quoteId }),
          ...(call.meant !== undefined && { meant: call.meant }),
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
      await checkKey(call, exchange)
      return exchange
    },

    async requestToken(request = {}) {
      const exchange = await sender.send(tokenRequest(request, profile, redactor, canaries))
      // Where something else is wrong as well, a refusal says nothing about the secret.
      if (Object.keys(request).length === 1) await checkClient(request.client, exchange)
      return exchange
    },

    async holdToken(owner = 'own') {
      const next = issuedTokens.push(undefined) - 1
      let token = { held: next }
      // A platform may hand out the same token again. It keeps its name then.
      const issues = (json: unknown) => {
        const text = tokenInJson(json)?.token
        const known = text === undefined ? -1 : issuedTokens.indexOf(text)
        if (known < 0) issuedTokens[next] = text
        else token = { held: known }
        return tokenHandleName(token)
      }
      const { exchange, issued } = await obtain(
        typeof owner === 'string' ? { clientId: owner } : { client: owner },
        issues,
      )
      await checkClient(typeof owner === 'string' ? undefined : owner, exchange)
      return issued ? { exchange, token } : { exchange }
    },

    bytes: (exchange) => recorder.bytes(exchange),
    inOrder: (exchanges) => recorder.inOrder(exchanges),
    forget: (exchanges) => recorder.forget(exchanges),
  }
}

function withQuery(url: string, parameter: readonly [string, string] | undefined): string {
  if (!parameter) return url
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams([[...parameter]]).toString()}`
}

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
