import { expect, test } from 'vitest'
import type { Rate } from '../pace/rate.ts'
import { LeftOut, slownessOf } from './left-out.ts'

const limited = (limit: Rate['limit']) => ({ rate: async () => ({ limit }) as Rate })

test('what is left out has no key of a profile, and leaves the run complete', () => {
  expect(new LeftOut('no time').verdict).toEqual({ kind: 'cannot-tell', why: 'no time' })
})

test('a receiver is called slow where it takes whatever comes, and else its limit is named', async () => {
  const limit = {
    deliveries: 120,
    withinMs: 56_000,
    status: 429,
    askedMs: 54_000,
    waits: 2,
    waitedMs: 104_000,
  }
  expect(await slownessOf(limited(undefined))).toBe('the receiver is slow')
  expect(await slownessOf(limited(limit))).toBe(
    'the receiver limits its rate: it let in 120 deliveries within 56 s and answered the next with 429 and Retry-After: 54 s',
  )
})
