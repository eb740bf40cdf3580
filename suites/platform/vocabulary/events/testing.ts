import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../spec/index.ts'

/** The platform's time at the start of a test trace. */
const START = Date.parse('2026-03-01T10:00:00.000Z')

export const iso = (targetMs: number): string => new Date(START + targetMs).toISOString()

export interface GivenDelivery {
  readonly type?: string
  readonly id?: string
  readonly data?: Readonly<Record<string, unknown>>
  /** Target time in milliseconds since the trace began. */
  readonly at?: number
  /** The `Timestamp` header; default is the right time. */
  readonly header?: string
  /** Changes of the body; default none. */
  readonly body?: Readonly<Record<string, unknown>>
}

let last = 0

/** Makes a correct delivery with the given differences. */
export function delivered({
  type = 'quote.created',
  id,
  data = {},
  at = 1000,
  header,
  body,
}: GivenDelivery): Arrival {
  last += 1
  const event = { type, timestamp: iso(at), brokerageId: 'b-1', data: { partnerId: 'p-1', ...data }, ...body }
  return {
    id: `/hook#${last}`,
    endpoint: '/hooks',
    method: 'POST',
    headers: [
      ['content-type', 'application/json'],
      ['event-id', id ?? `event-${last}`],
      ['timestamp', header ?? iso(at)],
      ['x-platform-signature', 'ab'.repeat(32)],
    ],
    body: JSON.stringify(event),
    bodySha256: '00',
    earliest: at,
    latest: at,
    answered: { kind: 'answer', status: 200 },
    signature: { signedWith: 'current' },
  }
}

/** Makes a submission that is answered at a target time. `Date` may differ, as on a moved clock. */
export function submission(id: string, name: string, targetMs = 0, dateMs = targetMs): Exchange {
  const text = JSON.stringify({
    status: 'approved',
    data: { quote_id: id, created_at: iso(targetMs), quote_status: 'pending' },
  })
  return {
    id: `test#${id}`,
    operation: 'submit',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/submit',
      headers: [],
      body: JSON.stringify({ insured_name: name, insured_contact: { email: `${name}@example.com` } }),
    },
    answer: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['date', new Date(START + dateMs).toUTCString()],
      ],
      body: { size: text.length, sha256: '00', text },
    },
    startedAt: START + targetMs,
    elapsedMs: 5,
    targetMs,
  }
}

export const spec = await loadSpec()
