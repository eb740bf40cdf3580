import { expect, test } from 'vitest'
import { type Meantime, standingOfToken, standingTogether } from './standing.ts'

const HOUR = 3_600_000

/** A request at a time of the target, after so much real time, that takes ten milliseconds. */
const at = (targetMs: number, suiteMs = 0): Meantime => ({
  from: { targetMs, suiteMs },
  to: { targetMs, suiteMs: suiteMs + 10 },
})

test.each([
  ['at once', at(0), 'good'],
  ['twenty seconds before its end', at(HOUR - 20_000), 'good'],
  ['then, where the clock may have run on for as long', at(HOUR - 20_000, 19_000), 'open'],
  ['in its last second', at(HOUR - 1_000), 'open'],
  ['a second after its end', at(HOUR + 1_000), 'open'],
  ['ten seconds after its end', at(HOUR + 10_000), 'refused'],
  ['on the next day', at(25 * HOUR), 'refused'],
])('a token that is used %s', (_, use, expected) => {
  expect(
    standingOfToken({ lifetimeMs: HOUR, granted: at(0), prolonged: at(0), mayBeEnded: false }, use),
  ).toBe(expected)
})

test('a token that may have been handed out again may live on', () => {
  const life = { lifetimeMs: HOUR, granted: at(0), prolonged: at(HOUR / 2), mayBeEnded: false }
  expect(standingOfToken(life, at(HOUR + 60_000))).toBe('open')
  expect(standingOfToken(life, at(2 * HOUR))).toBe('refused')
})

test('a token of an account that was closed may have ended with it', () => {
  const life = { lifetimeMs: HOUR, granted: at(0), prolonged: at(0), mayBeEnded: true }
  expect(standingOfToken(life, at(1000))).toBe('open')
  expect(standingOfToken(life, at(2 * HOUR))).toBe('refused')
})

test('one wrong credential spoils the other', () => {
  expect(standingTogether('good', 'refused')).toBe('refused')
  expect(standingTogether('open', 'refused')).toBe('refused')
  expect(standingTogether('good', 'open')).toBe('open')
  expect(standingTogether('good', 'good')).toBe('good')
})
