import type { Answer, Body, Exchange, Operation } from '../../conformance/exchange.ts'
import type { EntryKind, Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { type KnownOwners, type Marks, nameCredentials } from './credentials.ts'
import type { Message } from './message.ts'
import { credentialMark, keptHeaders } from './secrets.ts'

/** An exchange of a recording, with the digests of its credentials. */
export interface RecordedExchange {
  readonly exchange: Exchange
  readonly marks?: Marks
  /** The scenario that it belongs to, in an export of this suite. */
  readonly scenario?: string
  /** Digest of the token that it issued. */
  readonly issued?: string
  /** The file that has it; absent in an export of this suite, whose requests are no client's. */
  readonly source?: string
}

/** Operations whose answers are judged by their bodies alone: without its body, such an answer says nothing. */
const BY_BODY: ReadonlySet<Operation> = new Set(['submit', 'status', 'update', 'bind', 'token'])

/** Stands for a body that the recording does not have. */
const UNKNOWN: Body = { size: 1, sha256: '' }

/** Makes an exchange of a message. Its credentials are named when all of its platform are known. */
export function keptExchange(
  message: Message,
  operation: Operation,
  quoteId: string | undefined,
  shared: (body: Body) => Body,
  source: string,
): RecordedExchange {
  const { place, method, url, headers, body, startedAt, elapsedMs, own } = message
  const answer = answerOf(message, operation, shared)
  const [token, key] = [
    credentialMark(headers, 'authorization'),
    credentialMark(headers, 'x-integration-key'),
  ]
  const exchange: Exchange = {
    id: place,
    operation,
    ...(quoteId !== undefined && { quoteId }),
    ...(own?.action && { action: own.action }),
    request: {
      ...{ method, url, headers: keptHeaders(headers) },
      ...(body !== undefined && { body }),
      ...(own?.credentials && { credentials: own.credentials }),
    },
    ...(answer && { answer }),
    ...{ startedAt, elapsedMs, targetMs: 0 },
  }
  const isNamed = own?.credentials !== undefined || operation === 'operator' || operation === 'token'
  return {
    exchange,
    ...(own?.scenario !== undefined && { scenario: own.scenario }),
    ...(own === undefined && { source }),
    ...(!isNamed && { marks: { ...(token && { token }), ...(key && { key }) } }),
  }
}

function answerOf(
  { status, answerHeaders, answerBody }: Message,
  operation: Operation,
  shared: (body: Body) => Body,
): Answer | undefined {
  const isByBody = BY_BODY.has(operation) && ((status >= 200 && status < 300) || status === 400)
  if (status === 0 || (answerBody === undefined && isByBody)) return undefined
  return { status, headers: keptHeaders(answerHeaders), body: answerBody ? shared(answerBody) : UNKNOWN }
}

/**
 * The ledger of one platform: its exchanges in the order in which they began, each with the names of its credentials. Its clock is that
 * of the recording.
 */
export function ledgerOf(
  kept: readonly RecordedExchange[],
  arrivals: readonly Arrival[],
  whole: readonly EntryKind[],
  known: KnownOwners,
  quoteOf: (exchange: Exchange) => string | undefined,
): Ledger {
  const inOrder = kept.toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt)
  const marks = new Map(
    inOrder.flatMap(({ exchange, marks: own }) => (own ? [[exchange.id, own] as const] : [])),
  )
  const exchanges = inOrder.map(({ exchange }) => exchange)
  const nameOf = nameCredentials(exchanges, ({ id }) => marks.get(id), quoteOf, known)
  const began = exchanges[0]?.startedAt ?? 0
  return {
    exchanges: exchanges.map((one) => {
      const credentials = one.request.credentials ?? nameOf(one)
      const request = credentials === undefined ? one.request : { ...one.request, credentials }
      return { ...one, request, targetMs: one.startedAt - began }
    }),
    arrivals,
    whole,
  }
}
