import type { Body, Exchange } from '../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../conformance/headers.ts'
import { ENTRY_KINDS } from '../../conformance/ledger.ts'
import type { Arrival, ScriptedAnswer } from '../../conformance/ports/webhooks.ts'
import type { RunRecord } from '../record.ts'

/**
 * The requests of a run and the deliveries that it received, as HTTP Archive 1.2. In pieces, since a whole run is a very long text.
 * Secrets are redacted, as in all reports, so each request names its credentials. What evidence does not keep, such as the bytes of a
 * PDF, is absent.
 */
export function* harPieces({ started, scenarios, end }: RunRecord): Generator<string> {
  const { name, version } = started.suite
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"_whole":${JSON.stringify(
    end?.how === 'completed' ? ENTRY_KINDS : [],
  )},"entries":[`
  let isFirst = true
  for (const entry of entriesOf(scenarios)) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`
    isFirst = false
  }
  yield '\n]}}\n'
}

/** In the order in which they began; a delivery whose time is not known is left out. */
function entriesOf(scenarios: RunRecord['scenarios']): readonly object[] {
  return scenarios
    .flatMap(({ scenario, exchanges, arrivals }) => [
      ...exchanges.map((one) => ({ at: one.startedAt, entry: () => exchangeEntry(one, scenario) })),
      ...arrivals.flatMap((one) =>
        one.receivedAt === undefined
          ? []
          : [{ at: one.receivedAt, entry: () => arrivalEntry(one, one.receivedAt ?? 0, scenario) }],
      ),
    ])
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry())
}

function exchangeEntry(
  { id, operation, action, request, answer, failure, startedAt, elapsedMs, timing }: Exchange,
  scenario: string,
): object {
  const waitUntil = timing?.firstByteMs ?? elapsedMs
  const sent = timing?.sentMs ?? 0
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: elapsedMs,
    request: requestOf(request.method, request.url, request.headers, request.body),
    response: {
      ...responseHead(answer?.status ?? failure?.status ?? 0, answer?.headers ?? []),
      content: contentOf(answer?.body, typeOf(answer?.headers ?? [])),
      bodySize: answer?.body.size ?? -1,
      ...(failure !== undefined && { _error: failure.message }),
    },
    cache: {},
    timings: { send: sent, wait: Math.max(0, waitUntil - sent), receive: Math.max(0, elapsedMs - waitUntil) },
    ...{ _id: id, _scenario: scenario, _operation: operation },
    ...(request.credentials && { _credentials: request.credentials }),
    ...(action && { _action: action }),
  }
}

/** A delivery as the partner's server sees it: what the platform sent, and what the suite's receiver answered. */
function arrivalEntry(arrival: Arrival, receivedAt: number, scenario: string): object {
  const { id, endpoint, method, headers, body, answered, openMs = 0 } = arrival
  const host = headerOf(headers, 'host') ?? 'receiver.invalid'
  const answerHeaders = answered.kind === 'answer' ? Object.entries(answered.headers ?? {}) : []
  const text = answered.kind === 'answer' ? (answered.body ?? '') : ''
  return {
    startedDateTime: new Date(receivedAt).toISOString(),
    time: openMs,
    request: requestOf(method, `http://${host}${endpoint}`, headers, body),
    response: {
      ...responseHead(statusOf(answered, arrival), answerHeaders),
      content: { size: Buffer.byteLength(text), mimeType: typeOf(answerHeaders), text },
      bodySize: Buffer.byteLength(text),
    },
    cache: {},
    timings: { send: 0, wait: openMs, receive: 0 },
    ...{ _id: id, _scenario: scenario, _delivery: true },
  }
}

/** 0 where no answer went out: HAR has no other word for it. */
const statusOf = (answered: ScriptedAnswer, { unanswered }: Arrival): number =>
  answered.kind === 'answer' && unanswered === undefined ? answered.status : 0

function requestOf(method: string, url: string, headers: Headers, body?: string): object {
  return {
    ...{ method, url, httpVersion: 'HTTP/1.1', cookies: [], headers: named(headers), headersSize: -1 },
    queryString: URL.canParse(url)
      ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
      : [],
    ...(body !== undefined && { postData: { mimeType: typeOf(headers), text: body } }),
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  }
}

const responseHead = (status: number, headers: Headers): object => ({
  ...{ status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: named(headers) },
  ...{ redirectURL: headerOf(headers, 'location') ?? '', headersSize: -1 },
})

function contentOf(body: Body | undefined, mimeType: string): object {
  if (body === undefined) return { size: 0, mimeType }
  const { size, sha256, text, head } = body
  return {
    ...{ size, mimeType, _sha256: sha256 },
    ...(text !== undefined && { text }),
    ...(text === undefined && head !== undefined && { text: head, encoding: 'base64' }),
    ...(body.cut || head !== undefined ? { comment: 'only the beginning was kept' } : {}),
  }
}

const named = (headers: Headers): readonly object[] => headers.map(([name, value]) => ({ name, value }))

const typeOf = (headers: Headers): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream'
