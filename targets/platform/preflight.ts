import { randomUUID } from 'node:crypto'
import type { FailureCause } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import type { HeldToken, PlatformPorts } from '../../conformance/ports/platform.ts'
import type { PreflightCheck } from '../../conformance/preflight.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { outcomeOf } from './credentials/token-cache.ts'
import type { PlatformTarget } from './target.ts'

/**
 * Sees whether a target can be judged at all: both addresses are answered, a token is to be had, and the quote API lets
 * the credentials in. Stops at the first check that fails. What the answers are like is judged elsewhere.
 *
 * Sends a token request and a status request for a quote that does not exist; where that is answered 403, outside production, also
 * the known-good submission.
 */
export async function preflight(target: PlatformTarget): Promise<readonly PreflightCheck[]> {
  const lease = await target.lease({ id: 'preflight', alone: false })
  const checks: PreflightCheck[] = []
  try {
    const held = await token(lease.ports, checks)
    if (held) await quoteApi(lease.ports, held, checks)
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error
    checks.push({ name: 'target', ok: false, message: error.message, cause: 'target' })
  } finally {
    await lease.release()
  }
  return checks.map((check) => ({ ...check, message: target.redact(check.message) }))
}

async function token(
  { http, facts }: PlatformPorts,
  checks: PreflightCheck[],
): Promise<HeldToken | undefined> {
  const { exchange, token: held } = await http.holdToken()
  checks.push(
    unanswered('auth_url', exchange) ?? { name: 'auth_url', ok: true, message: `${facts.authUrl} answers` },
  )
  if (held) checks.push({ name: 'token', ok: true, message: 'an access token was issued' })
  else if (exchange.answer) {
    const { status } = exchange.answer
    checks.push({
      name: 'token',
      ok: false,
      message: noToken(exchange, status),
      cause: blameForToken(status),
    })
  }
  return held
}

function noToken(exchange: Exchange, status: number): string {
  const said = excerpt(exchange)
  if (status >= 200 && status <= 299)
    return `no usable access_token in the answer to ${outcomeOf(exchange)}${said}`
  if (status === 400 || status === 401 || status === 403)
    return `the credentials were refused: ${outcomeOf(exchange)}${said}`
  return `no access token: ${outcomeOf(exchange)}${said}`
}

function blameForToken(status: number): FailureCause {
  if (status === 400 || status === 401 || status === 403) return 'credentials'
  // Nothing there, or it is elsewhere: the address is wrong.
  if (status === 404 || status === 405 || (status >= 300 && status <= 399)) return 'profile'
  return 'target'
}

async function quoteApi(ports: PlatformPorts, held: HeldToken, checks: PreflightCheck[]): Promise<void> {
  const { http, facts } = ports
  const quoteId = randomUUID()
  const exchange = await http.send({
    operation: 'status',
    method: 'GET',
    path: `/status/${quoteId}`,
    quoteId,
    credentials: { token: held },
  })
  checks.push(
    unanswered('base_url', exchange) ?? { name: 'base_url', ok: true, message: `${facts.baseUrl} answers` },
  )
  if (!exchange.answer) return
  const { status } = exchange.answer
  const isLetIn = (status !== 401 && status !== 403) || (status === 403 && (await maySubmit(ports, held)))
  if (isLetIn) {
    checks.push({ name: 'credentials', ok: true, message: 'the quote API lets the credentials in' })
    return
  }
  const message = `the token or the integration key was refused: ${outcomeOf(exchange)}${excerpt(exchange)}`
  checks.push({ name: 'credentials', ok: false, message, cause: 'credentials' })
}

/** Whether it was the unknown quote that was refused: then a submission is let in with the same credentials. */
async function maySubmit({ http, facts }: PlatformPorts, held: HeldToken): Promise<boolean> {
  if (facts.environment === 'production') return false
  const { answer } = await http.send({
    operation: 'submit',
    method: 'POST',
    path: '/submit',
    json: facts.submission,
    credentials: { token: held },
  })
  return answer !== undefined && (answer.status === 200 || answer.status === 400)
}

function unanswered(name: string, exchange: Exchange): PreflightCheck | undefined {
  const { failure } = exchange
  if (!failure) return undefined
  const network =
    ['refused', 'unreachable', 'timeout', 'reset'].includes(failure.kind) && failure.status === undefined
  return { name, ok: false, message: outcomeOf(exchange), cause: network ? 'network' : 'target' }
}

/** The beginning of what a target said, on one line. */
function excerpt({ answer }: Exchange): string {
  const text = answer?.body.text?.replace(/\s+/g, ' ').trim() ?? ''
  const location = answer?.headers.find(([name]) => name === 'location')?.[1]
  if (location !== undefined) return `, to ${location}`
  return text === '' ? '' : `: ${text.length > 160 ? `${text.slice(0, 160)}...` : text}`
}
