import { connectionWords } from '../../conformance/connection-words.ts'
import type { Failure } from '../../conformance/exchange.ts'

const REFUSED = new Set(['ECONNREFUSED'])
const UNREACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
const CLOSED = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])
const TLS = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL|HOSTNAME_MISMATCH)/

/** The parts of an answer that had arrived before the error. */
export interface AnswerProgress {
  /** True when at least one byte of an answer had arrived. */
  readonly began: boolean
  readonly status?: number
}

/**
 * Says in the evidence's terms why there is no complete answer.
 *
 * @param error what the HTTP client threw; an AggregateError of several addresses counts as its first error
 */
export function classify(error: unknown, progress: AnswerProgress): Failure {
  const { code, message } = details(error)
  const status = progress.status === undefined ? {} : { status: progress.status }
  return {
    kind: kindOf(code, message, progress),
    message: connectionWords(code, message) || 'no reason given',
    ...status,
  }
}

function kindOf(code: string, message: string, { began, status }: AnswerProgress): Failure['kind'] {
  if (REFUSED.has(code)) return 'refused'
  if (UNREACHABLE.has(code)) return 'unreachable'
  if (TLS.test(code)) return 'tls'
  if (/^bad (response|upgrade)$/.test(message)) return 'protocol'
  // The headers themselves contradict each other about the length.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && status === undefined) return 'protocol'
  if (CLOSED.has(code)) return status === undefined && !began ? 'reset' : 'cut-short'
  return 'protocol'
}

/** Code and message of any thrown value. */
export function details(error: unknown): { readonly code: string; readonly message: string } {
  const [inner]: unknown[] = error instanceof AggregateError ? error.errors : []
  const cause = inner ?? error
  if (!(cause instanceof Error)) return { code: '', message: String(cause) }
  return { code: 'code' in cause ? String(cause.code) : '', message: cause.message }
}
