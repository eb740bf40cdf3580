import { expect, test } from 'vitest'
import { Pace } from './request-rate.ts'

const open = new AbortController().signal

test('requests are spread over time: none comes before its turn', async () => {
  const pace = new Pace(100)
  const started = performance.now()
  const at = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await pace.turn(open)
      return performance.now() - started
    }),
  )
  // A timer may come a little before its time.
  for (const [turn, ms] of at.entries()) expect(ms).toBeGreaterThan(turn * 10 - 2)
})

test('a wait ends when the target is closed', async () => {
  const pace = new Pace(0.001)
  const closing = new AbortController()
  await pace.turn(closing.signal)
  const waiting = pace.turn(closing.signal)
  closing.abort()
  await expect(waiting).rejects.toThrow('the run ended')
})

test('a target that asks to be left alone sets the pace for everybody', async () => {
  const pace = new Pace()
  const turns = async () => {
    const started = performance.now()
    await Promise.all(Array.from({ length: 5 }, () => pace.turn(open)))
    return performance.now() - started
  }
  for (let n = 0; n < 25; n++) pace.served()
  pace.slow()
  // Eight tenths of 25 a second: four gaps of 50 ms.
  expect(await turns()).toBeGreaterThan(190)
})
