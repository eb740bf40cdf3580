import { createHash } from 'node:crypto'
import { headerOf } from '../../conformance/headers.ts'
import type { Arrival, SignatureFinding } from '../../conformance/ports/webhooks.ts'
import { findSignature } from '../../targets/webhooks/signature/signature.ts'
import type { Message } from './message.ts'
import { keptHeaders } from './secrets.ts'

/** A moment that is not known: any time before and after. A recording does not show how the platform's clock was moved. */
const [EVER_BEFORE, EVER_AFTER] = [-1e15, 1e15]

const UNKNOWN: SignatureFinding = { signedWith: 'unknown' }

/** Makes a delivery of a message that was recorded at the partner's server, or on the way there. */
export function arrivalOf(message: Message, secrets: readonly string[]): Arrival {
  const { place, method, url, headers, body = '', status, answerHeaders, startedAt } = message
  return {
    id: place,
    endpoint: new URL(url).pathname,
    method,
    headers: keptHeaders(headers),
    body,
    bodySha256: createHash('sha256').update(body).digest('hex'),
    ...{ earliest: EVER_BEFORE, latest: EVER_AFTER, receivedAt: startedAt },
    answered: { kind: 'answer', status, headers: Object.fromEntries(keptHeaders(answerHeaders)) },
    signature: secrets.length === 0 ? UNKNOWN : signatureOf(message, secrets),
  }
}

function signatureOf({ headers, body = '' }: Message, secrets: readonly string[]): SignatureFinding {
  const [eventId, timestamp] = [headerOf(headers, 'event-id'), headerOf(headers, 'timestamp')]
  const value = headerOf(headers, 'x-platform-signature')
  const delivery = {
    ...(eventId !== undefined && { eventId }),
    ...(timestamp !== undefined && { timestamp }),
    ...(value !== undefined && { value }),
    body: Buffer.from(body),
  }
  const findings = secrets.map((current) => findSignature(delivery, { current, older: [], others: [] }))
  return (
    findings.find(({ signedWith }) => signedWith !== 'none') ??
    findings.find(({ diagnosis }) => diagnosis !== undefined) ??
    findings[0] ??
    UNKNOWN
  )
}

/**
 * Takes back that a signature is wrong where the given secrets may be those of another endpoint. So it is where several endpoints were
 * recorded, and no secret fits this one.
 */
export function ofFittingSecrets(arrivals: readonly Arrival[]): readonly Arrival[] {
  const isSigned = ({ signature }: Arrival) => signature.signedWith === 'current'
  const fitting = new Set(arrivals.filter(isSigned).map(({ endpoint }) => endpoint))
  const isOne = new Set(arrivals.map(({ endpoint }) => endpoint)).size === 1
  return arrivals.map((one) => (isOne || fitting.has(one.endpoint) ? one : { ...one, signature: UNKNOWN }))
}
