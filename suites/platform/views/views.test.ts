import { beforeAll, describe, expect, test } from 'vitest'
import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { Arrival, ScriptedAnswer } from '../../../conformance/ports/webhooks.ts'
import { loadSpec, type Spec } from '../../../spec/index.ts'
import { platformViews } from './index.ts'

const MOST_SLACK_MS = 10_000

let spec: Spec
beforeAll(async () => {
  spec = await loadSpec()
})

/** Makes the views of a scenario for a profile with a delivery slack. */
function viewsOf(
  exchanges: readonly Exchange[],
  arrivals: readonly Arrival[] = [],
  deliverySlackMs?: number,
) {
  const target = { name: 't', environment: 'sandbox', baseUrl: 'http://t', apiVersion: spec.version } as const
  const facts = deliverySlackMs === undefined ? target : { ...target, deliverySlackMs }
  return platformViews.seen({ spec, tables: platformViews.tables(spec, facts), exchanges, arrivals })
}

let serial = 0
function sent(
  operation: Operation,
  status: number,
  quoteState?: string,
  token = 'own',
  body = '{}',
): Exchange {
  const text = JSON.stringify({ data: { quote_id: 'q', quote_status: quoteState } })
  serial += 1
  return {
    id: `s#${serial}`,
    operation,
    ...(operation === 'submit' ? {} : { quoteId: 'q' }),
    request: { method: 'GET', url: 'http://t', headers: [], body, credentials: { token, key: 'primary' } },
    answer: { status, headers: [], body: { size: text.length, sha256: '00', text } },
    startedAt: serial,
    elapsedMs: 1,
    targetMs: serial,
  }
}

const paths = (...exchanges: Exchange[]) =>
  viewsOf(exchanges).transitions.map(({ from, to, kind, times }) => `${from}>${to} ${kind} ${times}`)

describe('transitions', () => {
  test('are travelled where both ends were seen', () => {
    expect(
      paths(
        sent('submit', 200, 'pending'),
        sent('status', 200, 'ready_to_bind'),
        sent('status', 200, 'ready_to_bind'),
      ),
    ).toEqual(['new>pending travelled 1', 'pending>ready_to_bind travelled 1'])
  })

  test('are passed over where a transient state was missed', () => {
    expect(
      paths(sent('submit', 200, 'ready_to_bind'), sent('bind', 202), sent('status', 200, 'issued')),
    ).toEqual([
      'new>pending passed-over 1',
      'pending>ready_to_bind passed-over 1',
      'ready_to_bind>bound passed-over 1',
      'bound>issued passed-over 1',
    ])
  })

  test('are unlisted where the claims find no path either', () => {
    expect(paths(sent('status', 200, 'issued'), sent('status', 200, 'ready_to_bind'))).toEqual([
      'issued>ready_to_bind unlisted 1',
    ])
  })

  test('after an update are those that an update allows', () => {
    const [ready, again] = [sent('status', 200, 'ready_to_bind'), sent('status', 200, 'pending')]
    expect(paths(ready, again)).toEqual(['ready_to_bind>pending unlisted 1'])
    expect(paths(ready, sent('update', 200), again)).toEqual(['ready_to_bind>pending travelled 1'])
  })

  test('are not read out of a refusal or of garbage', () => {
    expect(
      paths(sent('status', 200, 'ready_to_bind'), sent('status', 404, 'issued'), sent('status', 200)),
    ).toEqual([])
  })
})

describe('refusals', () => {
  test('count where the state does not allow the operation, with valid credentials', () => {
    const { refusals } = viewsOf([
      sent('status', 200, 'issued'),
      sent('bind', 409),
      sent('bind', 409),
      sent('bind', 401, undefined, 'garbled'),
    ])
    expect(refusals).toEqual([{ state: 'issued', operation: 'bind', status: 409, times: 2 }])
  })

  test('that the body or another key may have caused are left out', () => {
    const wrong = sent('update', 400, undefined, 'own', '{"it_manager_same":"yes"}')
    const none = sent('update', 400, undefined, 'own', 'no JSON')
    const foreign = sent('bind', 403)
    const credentials = { token: 'own', key: 'other-partner' }
    const exchanges = [wrong, none, { ...foreign, request: { ...foreign.request, credentials } }]
    expect(viewsOf([sent('status', 200, 'issued'), ...exchanges]).refusals).toEqual([])
  })

  test('of a body in a state that allows the operation are left out', () => {
    expect(viewsOf([sent('status', 200, 'ready_to_bind'), sent('update', 400)]).refusals).toEqual([])
  })
})

describe('documents', () => {
  const [ready, again] = [sent('status', 200, 'ready_to_bind'), sent('status', 200, 'ready_to_bind')]

  test('are counted while a quote was in one state before and after', () => {
    expect(viewsOf([ready, sent('policy', 400), sent('policy', 400), again]).documents).toEqual([
      { document: 'policy', state: 'ready_to_bind', answer: '400', times: 2 },
    ])
  })

  test('of a quote of another partner are left out', () => {
    const made = { ...sent('submit', 200, 'ready_to_bind', 'other-partner') }
    const theirs = {
      ...made,
      request: { ...made.request, credentials: { token: 'other-partner', key: 'other-partner' } },
    }
    expect(viewsOf([theirs, ready, sent('policy', 404), again]).documents).toEqual([])
  })

  test('are left out while the state changed, and for other credentials', () => {
    const changed = [ready, sent('policy', 200), sent('status', 200, 'issued')]
    expect(viewsOf([...changed, sent('policy', 401, undefined, 'garbled')]).documents).toEqual([])
  })
})

describe('deliveries', () => {
  const FAILED: ScriptedAnswer = { kind: 'answer', status: 500 }
  const arrival = (number: number, at: number): Arrival => ({
    id: `/path#${number}`,
    endpoint: '/path',
    method: 'POST',
    headers: [['event-id', 'e']],
    body: '{"type":"quote.created"}',
    bodySha256: '00',
    earliest: at,
    latest: at,
    ended: at,
    answered: FAILED,
    signature: { signedWith: 'current' },
  })
  const places = (slackMs: number | undefined, ...times: number[]) =>
    viewsOf(
      [],
      times.map((at, index) => arrival(index + 1, at)),
      slackMs,
    ).deliveries[0]?.attempts.map(({ number, place }) => `${number ?? 'copy'} ${place ?? '-'}`)

  test('hold each attempt to its delay', () => {
    expect(places(undefined, 0, 1000, 3000)).toEqual(['1 -', '2 within', '3 within'])
    expect(places(undefined, 0, 700)).toEqual(['1 -', '2 early'])
    expect(places(undefined, 0, 6000)).toEqual(['1 -', '2 late'])
  })

  test('agree with a profile that allows more slack', () => {
    expect(places(MOST_SLACK_MS, 0, 6000)).toEqual(['1 -', '2 within'])
  })

  test('with a copy beside an attempt count the attempts as the claims do', () => {
    const copied = { ...arrival(3, 1001), earliest: 990 }
    const attempts = [arrival(1, 0), arrival(2, 1000), copied, arrival(4, 3000)]
    expect(viewsOf([], attempts).deliveries[0]?.attempts.map(({ number, place }) => [number, place])).toEqual(
      [
        [1, undefined],
        [2, 'within'],
        [undefined, undefined],
        [3, 'within'],
      ],
    )
  })
})
