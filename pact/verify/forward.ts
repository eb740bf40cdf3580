import type { Exchange } from '../../conformance/exchange.ts'
import type { Headers } from '../../conformance/headers.ts'
import { mergePatch } from '../../conformance/json/merge-patch.ts'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { CredentialsChoice } from '../../conformance/ports/platform.ts'
import type { PlatformContext } from '../../suites/platform/index.ts'
import { subjectOf } from '../checks/endpoint.ts'
import type { HttpInteraction } from '../model.ts'
import type { Fixture } from './fixture.ts'

/** A request of the verifier, as the suite received it. */
export interface VerifierRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** The answer for the verifier. */
export interface VerifierAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array | string
}

/** Sends a request of a Pact file to the platform. Replaces ids, tokens and keys of the file by those of the run. */
export async function forwardRequest(
  context: PlatformContext,
  interaction: HttpInteraction,
  fixture: Fixture,
  incoming: VerifierRequest,
): Promise<VerifierAnswer> {
  const { request } = interaction
  const actual = { ...interaction, request: { ...request, method: incoming.method, path: incoming.url } }
  const subject = subjectOf(context.spec, actual)
  if (subject.kind === 'token') {
    const granted = await askToken(context, fixture, incoming)
    fixture.shown = { exchange: granted.id }
    return outgoing(context, granted, {})
  }
  const fileId = subject.kind === 'quote' ? subject.id : undefined
  const realId = fileId === undefined ? undefined : await idFor(context, interaction, fixture, fileId)
  const { body } = incoming
  const path =
    subject.kind === 'quote' && fileId !== undefined && realId !== undefined
      ? incoming.url.replace(fileId, realId)
      : incoming.url
  const operation = subject.kind === 'quote' ? subject.endpoint.operation : 'other'
  const before = subject.kind === 'quote' ? subject.before.map((step) => `/${step}`).join('') : ''
  const { method } = incoming
  const below = path.startsWith(before) ? path.slice(before.length) : path
  if (fixture.fails) await context.operator.perform('fail_requests', { method, path: below, count: 1 })
  const exchange = await context.http.send({
    operation,
    method,
    path: below,
    ...(realId !== undefined && { quoteId: realId }),
    ...(body !== '' && { body: operation === 'submit' ? submission(context, fixture, body) : body }),
    headers: {
      'content-type':
        typeof incoming.headers['content-type'] === 'string' ? incoming.headers['content-type'] : null,
    },
    credentials: credentialsOf(context, interaction, fixture, incoming),
  })
  fixture.shown = { exchange: exchange.id }
  return outgoing(context, exchange, realId === undefined || fileId === undefined ? {} : { [realId]: fileId })
}

/** Without a quote state, a request that should succeed, or cause an internal error, uses a ready quote. */
async function idFor(
  { quotes }: PlatformContext,
  { response, states }: HttpInteraction,
  fixture: Fixture,
  fileId: string,
): Promise<string> {
  if (fixture.quote === 'none') return fileId
  if (fixture.quote === undefined && (fixture.fails || (states.length === 0 && response.status < 300)))
    fixture.quote = (await quotes.reach('ready_to_bind')).id
  return fixture.quote ?? fileId
}

/** The partner's own submission, changed only as far as the wanted outcome requires. */
function submission({ facts }: PlatformContext, { outcome }: Fixture, body: string): string {
  const value = parseJson(body)
  const patch = outcome === undefined ? undefined : facts.outcomes[outcome]
  return patch === undefined || !isObject(value) ? body : JSON.stringify(mergePatch(value, patch))
}

/**
 * A credential that the file leaves out is left out here too. A token that should be refused, without a provider state, is
 * replaced by a wrong one.
 */
function credentialsOf(
  { spec }: PlatformContext,
  { response, states }: HttpInteraction,
  fixture: Fixture,
  { headers }: VerifierRequest,
): CredentialsChoice {
  const { token, integrationKey } = spec.token.headers
  const has = (name: string) => headers[name.toLowerCase()] !== undefined
  const refused = response.status === 401 && states.length === 0
  return {
    ...(refused && { token: 'garbled' as const }),
    ...fixture.credentials,
    ...(!has(token) && { token: 'none' as const }),
    ...(!has(integrationKey) && { key: 'none' as const }),
  }
}

async function askToken(
  { http }: PlatformContext,
  { client }: Fixture,
  { body, method }: VerifierRequest,
): Promise<Exchange> {
  const form = new URLSearchParams(body)
  return http.requestToken({
    clientId: form.has('client_id') ? client : null,
    clientSecret: form.has('client_secret') ? (client === 'inactive' ? 'inactive' : 'own') : null,
    grantType: form.get('grant_type'),
    scope: form.get('scope'),
    method,
  })
}

/** Headers of a single connection, which are made again. */
const OF_THE_WAY = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
])

function outgoing(
  context: PlatformContext,
  exchange: Exchange,
  ids: Readonly<Record<string, string>>,
): VerifierAnswer {
  const { answer, failure } = exchange
  if (answer === undefined) return { status: 502, headers: [], body: failure?.message ?? 'no answer' }
  const headers = answer.headers.filter(([name]) => !OF_THE_WAY.has(name))
  const text = answer.body.text
  if (text === undefined) return { status: answer.status, headers, body: context.http.bytes(exchange) ?? '' }
  const body = Object.entries(ids).reduce((all, [real, file]) => all.replaceAll(real, file), text)
  return { status: answer.status, headers, body }
}
