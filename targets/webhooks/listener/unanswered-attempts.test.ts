import { expect, test } from 'vitest'
import { UnansweredAttempts } from './unanswered-attempts.ts'

/** A receiver of attempts that counts how often time was held, and says whether it is. */
function noting() {
  const attempts = new UnansweredAttempts()
  const holds = { begun: 0, now: 0 }
  const begin = () => {
    holds.begun += 1
    holds.now += 1
    return {
      [Symbol.dispose]() {
        holds.now -= 1
      },
    }
  }
  const attempt = (event: string) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    return { close, over: attempts.note({ event, closed }, begin) }
  }
  return { attempt, holds }
}

test('time is held from the end of an attempt to that of its copy', async () => {
  const { attempt, holds } = noting()
  const [one, copy] = [attempt('a'), attempt('a')]
  one.close()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(holds).toEqual({ begun: 1, now: 1 })
  copy.close()
  await Promise.all([one.over, copy.over])
  expect(holds).toEqual({ begun: 1, now: 0 })
})

test('attempts of other events hold nothing', async () => {
  const { attempt, holds } = noting()
  const [one] = [attempt('a'), attempt('b')]
  one.close()
  await one.over
  expect(holds.begun).toBe(0)
})

test('a copy that stays open is waited for in vain, and not more than three times', async () => {
  const { attempt, holds } = noting()
  attempt('a')
  for (let times = 0; times < 5; times += 1) {
    const one = attempt('a')
    one.close()
    await one.over
  }
  expect(holds).toEqual({ begun: 3, now: 0 })
})
