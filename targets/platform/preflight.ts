import { randomUUID } from 'node:crypto'
import type { FailureCause } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import { headerOf } from '../../conformance/headers.ts'
import type { PlatformPorts, TokenHandle } from '../../conformance/ports/platform.ts'
import type { PreflightCheck } from '../../conformance/preflight.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { exchangeResult } from './credentials/token-cache.ts'
import type { PlatformTarget } from './target.ts'

/**
 * Finds out whether a target can be judged at all. Both addresses answer, a token can be had, and the quote API
 * accepts the credentials. Stops at the first check that fails. The answers themselves are judged elsewhere.
 * Sends a token request and a status request for a quote that does not exist. Where it may write, it sends the
 * known-good submission once. A wrong path and a submission that is refused would otherwise count against the
 * platform.
 * @param writes whether it may submit; never in production
 */
export async function preflight(
  target: PlatformTarget,
  { writes = true }: { readonly writes?: boolean } = {},
): Promise<readonly PreflightCheck[]> {
  const lease = await target.lease({ id: 'preflight', exclusive: false })
  const checks: PreflightCheck[] = []
  try {
    const held = await token(target, lease.ports, checks)
    if (held) await quoteApi(target, lease.ports, { held, writes, checks })
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error
    checks.push({ name: 'target', ok: false, message: error.message, cause: 'target' })
  } finally {
    await lease.release()
  }
  // Of two results of one check the later one says more.
  const last = checks.filter(({ name }, place) => checks.findLastIndex((one) => one.name === name) === place)
  return last.map((check) => ({ ...check, message: target.redact(check.message) }))
}

async function token(
  target: PlatformTarget,
  { http, facts }: PlatformPorts,
  checks: PreflightCheck[],
): Promise<TokenHandle | undefined> {
  const { exchange, token: held } = await http.holdToken()
  const wrong = held === undefined ? await unreachable(target, 'auth_url', exchange) : undefined
  if (wrong !== undefined) {
    checks.push(wrong)
    return undefined
  }
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
  const summary = excerpt(exchange)
  if (isPage(exchange)) return `a web page instead of a token: ${exchangeResult(exchange)}${summary}`
  if (status >= 200 && status <= 299)
    return `no usable access_token in the answer to ${exchangeResult(exchange)}${summary}`
  if (status === 400 || status === 401 || status === 403)
    return `the credentials were refused: ${exchangeResult(exchange)}${summary}`
  return `no access token: ${exchangeResult(exchange)}${summary}`
}

function blameForToken(status: number): FailureCause {
  if (status === 400 || status === 401 || status === 403) return 'credentials'
  // Nothing is there, or it has moved: the address is wrong.
  if (status === 404 || status === 405 || (status >= 300 && status <= 399)) return 'profile'
  return 'target'
}

interface Probe {
  readonly held: TokenHandle
  readonly writes: boolean
  readonly checks: PreflightCheck[]
}

async function quoteApi(
  target: PlatformTarget,
  ports: PlatformPorts,
  { held, writes, checks }: Probe,
): Promise<void> {
  const { facts } = ports
  const exchange = await statusOfUnknownQuote(ports, held)
  const wrong = await unreachable(target, 'base_url', exchange)
  if (wrong !== undefined) {
    checks.push(wrong)
    return
  }
  checks.push(
    unanswered('base_url', exchange) ?? { name: 'base_url', ok: true, message: `${facts.baseUrl} answers` },
  )
  if (!exchange.answer) return
  const { status } = exchange.answer
  const maySubmit = writes && facts.environment !== 'production' && status !== 401
  const submitted = maySubmit ? await submit(ports, held) : undefined
  const elsewhere = maySubmit ? undefined : await missingApi(ports, exchange)
  if (elsewhere !== undefined) {
    checks.push(elsewhere)
    return
  }
  // A platform may answer 403 for a quote that nobody has: then a submission shows whether the credentials are accepted.
  const isLetIn =
    (status !== 401 && status !== 403) ||
    (status === 403 && [200, 400].includes(submitted?.answer?.status ?? 0))
  if (isLetIn) {
    const seen = submitted === undefined ? [] : submissionChecks(submitted, exchange, ports)
    const message = maySubmit
      ? 'the quote API lets the credentials in'
      : 'the quote API does not refuse the credentials; nothing was submitted to see more'
    if (seen.every(({ name }) => name !== 'base_url')) checks.push({ name: 'credentials', ok: true, message })
    checks.push(...seen)
    return
  }
  const message = `the token or the integration key was refused: ${exchangeResult(exchange)}${excerpt(exchange)}`
  checks.push({ name: 'credentials', ok: false, message, cause: 'credentials' })
}

function statusOfUnknownQuote({ http }: PlatformPorts, token: TokenHandle | 'garbled'): Promise<Exchange> {
  const quoteId = randomUUID()
  const path = `/status/${quoteId}`
  return http.send({ operation: 'status', method: 'GET', path, quoteId, credentials: { token } })
}

/**
 * Finds out whether there is a quote API where nothing may be submitted. A quote API answers a wrong token in another way than an
 * unknown quote. An address without one answers both requests alike.
 */
async function missingApi(ports: PlatformPorts, exchange: Exchange): Promise<PreflightCheck | undefined> {
  const { status = 0 } = exchange.answer ?? {}
  if (!NOT_HERE.includes(status) && !isPage(exchange)) return undefined
  const garbled = await statusOfUnknownQuote(ports, 'garbled')
  if (garbled.answer?.status !== status) return undefined
  const summary = `${exchangeResult(garbled)} with a wrong token as well, where 401 is due${excerpt(garbled)}`
  const message = `there is no sign of a quote API at this address: ${summary}`
  return { name: 'base_url', ok: false, message, cause: 'profile' }
}

const submit = ({ http, facts }: PlatformPorts, held: TokenHandle): Promise<Exchange> =>
  http.send({
    operation: 'submit',
    method: 'POST',
    path: '/submit',
    json: facts.submission,
    credentials: { token: held },
  })

/** Statuses of an address where nothing is, or from which it has moved. */
const NOT_HERE = [301, 302, 303, 307, 308, 404, 405, 410, 501]
const INVALID = [400, 422]

/** Checks the answer to the known-good submission for mistakes in the profile; claims judge the rest. */
function submissionChecks(
  submitted: Exchange,
  status: Exchange,
  { facts }: PlatformPorts,
): readonly PreflightCheck[] {
  const { answer } = submitted
  if (answer === undefined) return []
  const summary = `${exchangeResult(submitted)}${excerpt(submitted)}`
  if (NOT_HERE.includes(answer.status) || (isPage(submitted) && isPage(status)))
    return [
      {
        name: 'base_url',
        ok: false,
        message: `no quote API is at this address: ${summary}`,
        cause: 'profile',
      },
    ]
  const from = facts.submissionFrom === 'profile' ? '' : ' of the suite, since the profile has none,'
  if (INVALID.includes(answer.status) && !/"declined"/.test(answer.body.text ?? ''))
    return [
      {
        name: 'submission',
        ok: false,
        message: `the submission${from} is refused: ${summary}`,
        cause: 'profile',
      },
    ]
  return [{ name: 'submission', ok: true, message: `the submission was answered ${answer.status}` }]
}

/** True for a web page in place of JSON: servers answer unknown paths so. */
const isPage = ({ answer }: Exchange): boolean =>
  answer !== undefined &&
  answer.status < 300 &&
  answer.headers.some(([name, value]) => name === 'content-type' && /^text\/html/i.test(value))

/**
 * Finds the wrong scheme, or a certificate that is not trusted. A port of https may answer http with 400; any other answer shows
 * a right scheme.
 */
async function unreachable(
  target: PlatformTarget,
  name: 'auth_url' | 'base_url',
  { failure, answer, request }: Exchange,
): Promise<PreflightCheck | undefined> {
  if (failure === undefined && answer?.status !== 400) return undefined
  const problem = await target.schemeProblem(name)
  if (problem === undefined) return undefined
  return {
    ...{ name, ok: false, blocks: true, cause: problem.cause },
    message: `${new URL(request.url).origin}: ${problem.why}`,
  }
}

function unanswered(name: string, exchange: Exchange): PreflightCheck | undefined {
  const { failure } = exchange
  if (!failure) return undefined
  const network =
    ['refused', 'unreachable', 'timeout', 'reset'].includes(failure.kind) && failure.status === undefined
  return { name, ok: false, message: exchangeResult(exchange), cause: network ? 'network' : 'target' }
}

/** The beginning of a target's answer, on one line. */
function excerpt({ answer }: Exchange): string {
  const text = answer?.body.text?.slice(0, 1000).replace(/\s+/g, ' ').trim() ?? ''
  const location = headerOf(answer?.headers ?? [], 'location')
  if (location !== undefined) return `, to ${location}`
  return text === '' ? '' : `: ${text.length > 160 ? `${text.slice(0, 160)}...` : text}`
}
