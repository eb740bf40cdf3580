import { expect, test } from 'vitest'
import { spec } from '../../vocabulary/events/testing.ts'
import { type OldTlsTrace, oldTlsDeliveries } from './old-tls.ts'

test.each([
  ['refused', { old: { tried: 2, accepted: [] }, delivered: true }, 'passed'],
  ['accepted', { old: { tried: 1, accepted: ['TLSv1.1'] }, delivered: true }, 'failed'],
  [
    'refused by what delivers nothing at all',
    { old: { tried: 2, accepted: [] }, delivered: false },
    'cannot-tell',
  ],
  ['never tried', { old: { tried: 0, accepted: [] }, delivered: true }, 'cannot-tell'],
  ['not to be had', { left: { why: 'no TLS' }, delivered: false }, 'cannot-tell'],
] as readonly (readonly [string, OldTlsTrace, string])[])('a handshake that is %s', (_, trace, kind) => {
  const [claim] = oldTlsDeliveries.claims
  expect(claim?.judge(trace, { spec, exchanges: [] }).kind).toBe(kind)
})
