import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../../../../../spec/index.ts'
import { attemptAt, breaches, judgeAll } from '../testing.ts'
import { breakerClaims } from './claims.ts'
import type { BreakerTrace, Look, OutOfService } from './trace.ts'

const spec = await loadSpec()

const look = (
  failures: number,
  status = failures < 5 ? 'enabled' : 'disabled',
  withCopies = failures,
  spanMs = 0,
): Look => ({ status, failures, withCopies, spanMs })

const outOfService: OutOfService = {
  arrivals: [],
  watchedMs: 86_400_000,
  statusAtTheEnd: 'disabled',
  elsewhere: [attemptAt(20_000)],
  afterwards: [attemptAt(90_000), attemptAt(91_000), attemptAt(93_000), attemptAt(97_000)],
  again: [look(4), look(5)],
  lateEvents: 0,
  lateRepeats: 0,
  slackMs: 2000,
  heldUpMs: 0,
}

const right: BreakerTrace = {
  reading: 'attempts',
  sharp: [look(4), look(5)],
  below: look(4),
  belowAgain: look(4),
  spread: look(5),
  afterSuccess: look(5),
  across: look(5),
  outOfService,
  foreignDeliveries: 0,
}

const broken = (some: Partial<BreakerTrace>) => breaches(breakerClaims, { ...right, ...some }, spec)

test('a right breaker of either reading breaks nothing', () => {
  expect(broken({})).toEqual([])
  expect(broken({ reading: 'events', outOfService: { ...outOfService, again: [] } })).toEqual([])
})

describe('one thing wrong with a breaker is found', () => {
  test.each<[string, Partial<BreakerTrace>, readonly string[]]>([
    ['it opens at four', { sharp: [look(4, 'disabled')] }, ['breaker-stays-closed-below-five']],
    [
      'it opens at six',
      { sharp: [look(4), look(5, 'enabled')], openedAt: 6, reading: 'events' },
      ['breaker-fits-a-reading', 'breaker-opens-at-five'],
    ],
    [
      'it does not open',
      { sharp: [look(4), look(5, 'enabled')] },
      ['breaker-fits-a-reading', 'breaker-opens-at-five'],
    ],
    [
      'it forgets after a minute',
      { spread: look(5, 'enabled') },
      ['breaker-opens-at-five: spread over four minutes, with successes in between'],
    ],
    [
      'a success takes failures back',
      { afterSuccess: look(5, 'enabled') },
      ['breaker-opens-at-five: of two events, with a success in between'],
    ],
    [
      'it counts in fixed windows',
      { across: look(5, 'enabled') },
      ['breaker-opens-at-five: five minutes after an earlier failure'],
    ],
    ['it never forgets', { belowAgain: look(4, 'disabled') }, ['breaker-forgets-after-five-minutes']],
    [
      'it closes by itself',
      { outOfService: { ...outOfService, statusAtTheEnd: 'enabled' } },
      ['breaker-stays-open'],
    ],
    [
      'it lets one through',
      { outOfService: { ...outOfService, arrivals: [attemptAt(60_000)] } },
      ['breaker-stops-deliveries'],
    ],
    [
      'it opens only once',
      { outOfService: { ...outOfService, again: [look(4), look(5, 'enabled')] } },
      ['breaker-opens-at-five: after it was enabled again'],
    ],
    [
      'an enabled endpoint gets nothing',
      { outOfService: { ...outOfService, afterwards: [] } },
      ['breaker-lets-enabled-endpoints-work'],
    ],
    [
      'it holds other endpoints up',
      { outOfService: { ...outOfService, elsewhere: [] } },
      ['breaker-is-per-endpoint'],
    ],
  ])('%s', (_, some, expected) => {
    expect(broken(some)).toEqual(expected)
  })
})

describe('nothing is held against a platform', () => {
  test('that counts copies, or does not', () => {
    const counting = {
      sharp: [look(3, 'disabled', 6)],
      below: look(3, 'disabled', 6),
      belowAgain: look(0, 'disabled'),
    }
    expect(broken(counting)).toEqual([])
    expect(broken({ sharp: [look(4, 'enabled', 8), look(5, 'disabled', 10)] })).toEqual([])
  })

  test('where others failed deliveries too', () => {
    expect(broken({ sharp: [look(4, 'disabled')], foreignDeliveries: 1 })).toEqual([])
  })

  test('whose status is no known word', () => {
    const verdicts = judgeAll(breakerClaims, { ...right, sharp: [look(5, 'paused')] }, spec)
    expect(verdicts.find(([name]) => name === 'breaker-opens-at-five')?.[1]).toMatchObject({
      kind: 'cannot-tell',
      key: 'operator.endpoint_status',
    })
  })
})

test('five failures over a longer time than the window tell nothing', () => {
  const slow = look(5, 'enabled', 5, spec.delivery.breaker.windowMs + 1)
  expect(breaches(breakerClaims, { ...right, sharp: [look(4), slow] }, spec)).toEqual([])
})
