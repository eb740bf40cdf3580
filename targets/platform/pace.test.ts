import { expect, test } from 'vitest'
import { paceOf } from './pace.ts'

const open = new AbortController().signal

test('requests are spread over time: none comes before its turn', async () => {
  const pace = paceOf(100)
  const started = performance.now()
  const at = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await pace(open)
      return performance.now() - started
    }),
  )
  // A timer may come a little before its time.
  for (const [turn, ms] of at.entries()) expect(ms).toBeGreaterThan(turn * 10 - 2)
})

test('a wait ends when the target is closed', async () => {
  const pace = paceOf(0.001)
  const closing = new AbortController()
  await pace(closing.signal)
  const waiting = pace(closing.signal)
  closing.abort()
  await expect(waiting).rejects.toThrow('the run ended')
})
