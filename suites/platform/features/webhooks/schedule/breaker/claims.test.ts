import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt, breaches } from '../../../../vocabulary/attempts/testing.ts'
import { breakerClaims } from './claims.ts'
import type { BreakerTrace, OutOfService } from './trace.ts'

const spec = await loadSpec()

const WHEN = 'after the endpoint was enabled again'

const TYPES = ['quote.created', 'policy.created']

const outOfService: OutOfService = {
  works: true,
  elsewhere: [attemptAt(20_000)],
  ofEveryType: { owed: TYPES, came: TYPES },
  afterwards: { owed: TYPES, came: TYPES },
  again: { attempts: [attemptAt(30_000)] },
  lateEvents: 0,
  lateRepeats: 0,
}

const slow = { status: 'enabled', taken: 6, isRepeated: false, isTooLate: false, heldUpMs: 0 }

const right: BreakerTrace = { slow, countsAttempts: true, outOfService, secrets: [] }

const out = (some: Partial<OutOfService>): Partial<BreakerTrace> => ({
  outOfService: { ...outOfService, ...some },
})
const broken = (some: Partial<BreakerTrace>) => breaches(breakerClaims, { ...right, ...some }, spec)

test('a right breaker of either reading breaks nothing', () => {
  expect(broken({})).toEqual([])
  expect(broken({ countsAttempts: false })).toEqual([])
})

test('an endpoint that no longer worked shows nothing of others', () => {
  expect(broken(out({ works: false, elsewhere: [] }))).toEqual([])
})

test('where a busy machine answered too late nothing is held against a platform', () => {
  expect(broken({ slow: { ...slow, status: 'disabled', isTooLate: true } })).toEqual([])
})

describe('one thing wrong around a disabled endpoint is found', () => {
  test.each<[string, Partial<BreakerTrace>, readonly string[]]>([
    [
      'an enabled endpoint gets nothing',
      out({ again: { attempts: [] } }),
      [`breaker-lets-enabled-endpoints-work: ${WHEN}`],
    ],
    ['it holds other endpoints up', out({ elsewhere: [] }), ['breaker-is-per-endpoint']],
    [
      'it is opened by deliveries that were answered late',
      { slow: { ...slow, status: 'disabled' } },
      ['answer-at-7-seconds-is-success: for the breaker'],
    ],
    [
      'it holds the event of a policy up that is for another endpoint',
      out({ ofEveryType: { owed: TYPES, came: ['quote.created'] } }),
      ['breaker-is-per-endpoint: for events of every type'],
    ],
    [
      'it knows one type of an endpoint that it takes back',
      out({ afterwards: { owed: TYPES, came: ['quote.created'] } }),
      ['breaker-lets-enabled-endpoints-work: for events of every type'],
    ],
  ])('%s', (_, some, expected) => {
    expect(broken(some)).toEqual(expected)
  })
})
