import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { type Finding, failed, passed } from '../../../../conformance/verdict.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { underDeliveries } from './under-deliveries.ts'

const spec = await loadSpec()

interface Delivery {
  readonly id?: string
  readonly status?: number
  /** Absent for a forgery. */
  readonly secret?: 'own' | 'previous'
  readonly body?: string
  readonly signature?: string
  /** When it was sent, and how long its answer took, in milliseconds. */
  readonly at?: number
  readonly tookMs?: number
  readonly framing?: string
}

let made = 0
const CREATED = '{"type":"quote.created"}'

/** A delivery in a ledger; by itself, plain and answered at once unless it says otherwise. */
function delivery(given: Delivery): Exchange {
  made += 1
  const { status = 200, secret, body = CREATED, signature = 'a'.repeat(64), framing } = given
  const { id = `event-${made}`, at = made * 1000, tookMs = 5 } = given
  const names = spec.delivery.headers
  const exchange = answered(status, tookMs)
  return {
    ...exchange,
    request: {
      ...exchange.request,
      headers: [
        [names.contentType, spec.delivery.contentType],
        [names.eventId, id],
        [names.timestamp, '2027-01-15T00:00:00.000Z'],
        [names.signature, signature],
      ],
      body,
      ...(secret !== undefined && { signedWith: secret }),
      ...(framing !== undefined && { framing }),
    },
    startedAt: at,
  }
}

const right = (given: Delivery = {}) => delivery({ secret: 'own', ...given })
const forged = (given: Delivery = {}) => delivery({ status: 401, ...given })

/** The conditions of the findings on some exchanges, in their order. */
function saidOf(
  broken: readonly Exchange[],
  exchanges: readonly Exchange[],
  { at, trace }: { readonly at?: string; readonly trace?: unknown } = {},
): readonly (string | undefined)[] {
  const findings = broken.map(
    ({ id }): Finding => ({ expected: 'right', observed: 'wrong', exchange: id, ...(at && { at }) }),
  )
  const verdict = underDeliveries(failed(...findings), trace, { spec, exchanges })
  return verdict.kind === 'failed' ? verdict.findings.map(({ under }) => under) : []
}

test('right deliveries that were refused are set apart from those that were accepted', () => {
  const repeated = [right({ id: 'one' }), right({ id: 'one', secret: 'previous', status: 401 })]
  const again = [right({ id: 'two', secret: 'previous' }), right({ id: 'two' })]
  const [, refused] = repeated
  expect(saidOf(refused ? [refused] : [], [...repeated, ...again])).toEqual([undefined])
  const other = [right({ id: 'three' }), right({ id: 'three', secret: 'previous', status: 401 })]
  const both = [repeated[1], other[1]].flatMap((one) => one ?? [])
  expect(saidOf(both, [...repeated, ...again, ...other])[0]).toContain(
    'exactly the deliveries signed with the previous secret and under a known Event-ID',
  )
})

test('the first finding says it for all of its kind', () => {
  const policies = [1, 2].map(() => right({ body: '{"type":"policy.created"}', status: 404 }))
  expect(saidOf(policies, [...policies, right(), right()])).toEqual([
    'exactly the deliveries of type policy.created',
    undefined,
  ])
})

test('where others went wrong for another reason, only those of the findings are said to differ', () => {
  const policies = [1, 2].map(() => right({ body: '{"type":"policy.created"}', status: 404 }))
  const large = right({ body: `{"type":"quote.created","text":"${'x'.repeat(9000)}"}`, status: 413 })
  expect(saidOf(policies, [...policies, large, right(), right()])[0]).toBe(
    'all are deliveries of type policy.created, and no right ones are',
  )
})

test('forgeries that were accepted are set apart from those that were refused', () => {
  const short = [1, 2].map(() => forged({ signature: 'abc', status: 200 }))
  expect(saidOf(short, [...short, forged(), right()])[0]).toBe(
    'exactly the forgeries with too short a signature',
  )
})

test('events that were lost are set apart from those that were processed, by any of their deliveries', () => {
  const left = right({ id: 'left', framing: 'hung-up' })
  const whole = right({ id: 'left' })
  const trace = { effects: effectsOf({ left: 0, other: 1, another: 1 }) }
  const all = [left, whole, right({ id: 'other' }), right({ id: 'other' }), right({ id: 'another' })]
  const [under] = saidOf([whole], all, { at: 'effects', trace })
  expect(under).toBe('exactly the events after an attempt whose sender left before the answer')
})

test('events that others overtook are named where few overtaken ones were processed, with advice', () => {
  const pair = (name: string, at: number) => [
    right({ id: `${name} overtaken`, at, tookMs: 50 }),
    right({ id: `${name} second`, at: at + 20 }),
  ]
  const [some, others] = [pair('a', 10_000), pair('b', 20_000)]
  const plain = Array.from({ length: 9 }, (_, place) =>
    right({ id: `plain ${place}`, at: 30_000 + place * 1000 }),
  )
  const survived = pair('c', 40_000)
  const all = [...some, ...others, ...plain, ...survived]
  const times = Object.fromEntries(all.map(({ request }) => [request.headers[1]?.[1] ?? '', 1] as const))
  const trace = { effects: effectsOf({ ...times, 'a overtaken': 0, 'b overtaken': 0 }) }
  const findings = [some[0], others[0]].map(
    (one): Finding => ({ expected: 'processed', observed: 'not', exchange: one?.id ?? '', at: 'effects' }),
  )
  const verdict = underDeliveries(failed(...findings), trace, { spec, exchanges: all })
  expect(verdict).toMatchObject({
    findings: [
      {
        under: 'all are events still in work when another event came, and so is 1 of 13 others',
        remedy: expect.stringContaining('must not share a variable'),
      },
      { remedy: expect.stringContaining('must not share a variable') },
    ],
  })
})

test('findings on nothing that was delivered stay as they are, and so does a pass', () => {
  const finding = { expected: 'https', observed: 'http' }
  expect(underDeliveries(failed(finding), undefined, { spec, exchanges: [right()] })).toEqual(failed(finding))
  expect(underDeliveries(passed(), undefined, { spec, exchanges: [] })).toEqual(passed())
  // The address of an endpoint is judged without a delivery; its trace says whether effects can be read.
  expect(underDeliveries(failed(finding), { effects: false }, { spec, exchanges: [] })).toEqual(
    failed(finding),
  )
})
