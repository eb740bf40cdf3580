import { describe, expect, test } from 'vitest'
import { watchBreaker } from './breaker.ts'
import type { BreakerSighting, BreakerStep, CountedFailure, CountedFailures } from './entries.ts'
import { readingOf, type SeenBreakers } from './reading.ts'

const RULE = { failures: 5, windowMs: 300_000 }
const SECOND = 1000

/**
 * Watches an endpoint. The steps are `fail`, `copy`, `attempt`, `enabled`, `disabled`, `enable`, and `slow`, which takes until its
 * deadline. A number is a pause in seconds.
 */
function seen(...words: readonly (string | number)[]): readonly BreakerSighting[] {
  let now = 0
  const steps: BreakerStep[] = []
  const at = () => ({ targetMs: now, suiteMs: now })
  for (const [place, one] of words.entries()) {
    if (typeof one === 'number') {
      now += one * SECOND
      continue
    }
    now += 1
    const id = `${place}`
    if (one === 'attempt') steps.push({ kind: 'attempt', id, at: at() })
    else if (one === 'enabled' || one === 'disabled') {
      steps.push({ kind: 'asked', id, at: at() })
      now += 1
      steps.push({ kind: 'shown', id, status: one, at: at() })
    } else if (one === 'enable') {
      steps.push({ kind: 'enabling', at: at() })
      now += 1
      steps.push({ kind: 'enabled', at: at() })
    } else {
      const [least, lastsMs] = [now, one === 'slow' ? 8 * SECOND : 1]
      const failure: CountedFailure = {
        ...{ least, most: now + lastsMs, besideMs: 0, begunMs: now },
        isSure: one !== 'copy',
      }
      steps.push({ kind: 'may-fail', failure, at: at() })
      now += lastsMs
      steps.push({ kind: 'failed', failure, at: at() })
    }
  }
  return watchBreaker(
    [...steps, { kind: 'end', at: at() }],
    RULE,
    (from, to, ms) => to.targetMs - from.targetMs >= ms,
  )
}

const wrong = (...words: readonly (string | number)[]) =>
  seen(...words).flatMap(({ fact, isRight }) => (isRight ? [] : [fact]))
const right = (...words: readonly (string | number)[]) =>
  seen(...words).flatMap(({ fact, isRight }) => (isRight && fact !== undefined ? [fact] : []))

const FOUR = ['fail', 'fail', 'fail', 'fail'] as const
const FIVE = [...FOUR, 'fail'] as const
const OUT = [...FIVE, 4, 'disabled'] as const

describe('a right breaker breaks nothing, and shows it', () => {
  test.each<[readonly (string | number)[], readonly string[]]>([
    [[...FOUR, 4, 'enabled'], ['breaker-stays-closed-below-five']],
    [OUT, ['breaker-opens-at-five']],
    [[...FIVE, 'enabled', 2, 'disabled'], ['breaker-opens-at-five']],
    [[...FOUR, 310, ...FOUR, 4, 'enabled'], ['breaker-forgets-after-five-minutes']],
    [
      [...OUT, 400, 'disabled', 'enable', 'attempt'],
      ['breaker-opens-at-five', 'breaker-stays-open', 'breaker-stops-deliveries'],
    ],
    [[...OUT, 'attempt', 'enable', 'attempt', 'enabled'], ['breaker-opens-at-five']],
    [[...FOUR, 'copy', 4, 'enabled'], []],
    [[...FOUR, 'copy', 4, 'disabled'], []],
    // Failures from before it was enabled may count on.
    [[...OUT, 'enable', 'fail', 4, 'disabled'], ['breaker-opens-at-five']],
    [[...OUT, 'enable', 'disabled', 4, 'enabled'], ['breaker-opens-at-five']],
    [[...FOUR, 299, 'fail', 4, 'enabled'], []],
    [[...FOUR, 301, 'fail', 4, 'disabled'], []],
    [[...FOUR, 'slow', 'disabled'], ['breaker-opens-at-five']],
  ])('%j', (words, facts) => {
    expect(wrong(...words)).toEqual([])
    expect(right(...words)).toEqual(facts)
  })
})

test.each<[string, readonly (string | number)[]]>([
  ['breaker-opens-at-five', [...FIVE, 4, 'enabled']],
  ['breaker-opens-at-five', [...FOUR, 280, 'fail', 4, 'enabled']],
  ['breaker-opens-at-five', [...OUT, 'enable', ...FIVE, 4, 'enabled']],
  ['breaker-stays-closed-below-five', [...FOUR, 4, 'disabled']],
  ['breaker-stays-closed-below-five', [...OUT, 'enable', 400, ...FOUR, 4, 'disabled']],
  ['breaker-forgets-after-five-minutes', [...FOUR, 310, 'fail', 4, 'disabled']],
  ['breaker-stays-open', [...OUT, 600, 'enabled']],
  ['breaker-stops-deliveries', [...OUT, 3, 'attempt', 'attempt', 'enable']],
  ['breaker-is-per-endpoint', ['attempt', 'disabled']],
])('%s is broken once by %j', (fact, words) => {
  expect(wrong(...words)).toEqual([fact])
})

describe('the reading of a target', () => {
  // The statuses of both have the same ids, as they were shown once.
  const disabled = { attempts: [seen(...OUT)], events: [seen(0, 0, 0, 0, 0, 0, 'disabled')] }
  const enabled = { attempts: [seen(...FIVE, ...FIVE, 4, 'enabled')], events: [[]] }
  /** An endpoint that neither reading explains. */
  const contradicted = seen(...OUT, 400, 'enabled')
  const among = (some: Readonly<Record<CountedFailures, SeenBreakers>>) => ({
    attempts: [contradicted, ...some.attempts],
    events: [contradicted, ...some.events],
  })

  test.each<[string, Readonly<Record<CountedFailures, SeenBreakers>>, CountedFailures]>([
    ['only attempts explain what was shown', disabled, 'attempts'],
    ['only events do', enabled, 'events'],
    ['more contradicts events', among(disabled), 'attempts'],
    ['more contradicts attempts', among(enabled), 'events'],
    [
      'as much contradicts the one as the other, and an endpoint is disabled that no event can have disabled',
      { attempts: [...disabled.attempts, ...enabled.attempts], events: [...disabled.events, contradicted] },
      'attempts',
    ],
    [
      'five attempts explain the first that is disabled, whatever contradicts attempts later',
      { ...disabled, attempts: [...disabled.attempts, contradicted, contradicted] },
      'attempts',
    ],
    ['nothing does', { attempts: [], events: [] }, 'events'],
  ])('%s', (_, by, reading) => {
    expect(readingOf(by)).toBe(reading)
  })
})
