import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operation } from '../conformance/exchange.ts'
import type { Fault } from '../conformance/ports/client.ts'
import { troubles } from './troubles.ts'

const BASE = { revenue: 5_000_000, agg_limit: 1_000_000, retention: 10_000 }

/** The faults of one operation in their order; those after a bind are counted separately. */
const met = (faults: readonly Fault[], operation: Operation, since?: Operation): readonly Fault[] =>
  faults.filter((one) => one.on === operation && one.since === since)

const isRefusal = ({ does }: Fault): boolean => does.kind === 'revoke'
const isBroken = ({ does }: Fault): boolean => does.kind === 'answer' && does.status >= 500

test('a case that is stored and read again is the same', () => {
  fc.assert(
    fc.property(troubles(BASE), (generated) => {
      expect(JSON.parse(JSON.stringify(generated))).toEqual(generated)
    }),
  )
})

test('no request meets two 5xx or two 401 in a row, and no journey more than three 401', () => {
  fc.assert(
    fc.property(troubles(BASE), ({ faults }) => {
      expect(faults.filter(isRefusal).length).toBeLessThanOrEqual(3)
      const besides = faults.filter(
        (one) => isRefusal(one) && /^(status|policy|quote-proposal)$/.test(one.on),
      )
      expect(besides.length).toBeLessThanOrEqual(1)
      for (const { on, since } of faults) {
        for (const isKind of [isRefusal, isBroken]) {
          const places = met(faults, on, since)
            .filter(isKind)
            .map(({ after = 0 }) => after)
          const isApart = places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) > 2)
          expect(isApart).toBe(true)
        }
      }
    }),
  )
})

test('whatever meets a 401, a 5xx or a 409 meets them in every order that a client has to bear', () => {
  const generated = fc.sample(troubles(BASE), { numRuns: 2000, seed: 1 })
  const orders = new Set(
    generated.flatMap(({ faults }) =>
      ['token', 'submit', 'status', 'update', 'bind', 'quote-proposal', 'policy'].map((on) => {
        const own = faults.filter((one) => one.on === on && one.since === undefined && (one.after ?? 0) < 4)
        return `${on} ${own.map((one) => (isRefusal(one) ? 401 : isBroken(one) ? '5xx' : 409)).join(' ')}`
      }),
    ),
  )
  for (const order of [
    ...['token 5xx', 'submit 401 5xx', 'submit 5xx 401', 'status 401 5xx', 'update 5xx 401', 'bind 401 5xx'],
    ...[
      'quote-proposal 401 409 5xx',
      'quote-proposal 5xx 409',
      'quote-proposal 409 401 5xx 409',
      'policy 401 5xx',
    ],
  ])
    expect(orders).toContain(order)
  expect(orders).not.toContain('policy 5xx 401')
})
