import { expect, test } from 'vitest'
import { sendDuring } from './send-during.ts'

test('asks one thing after the other until the work is over', async () => {
  const work = Promise.withResolvers<string>()
  let asked = 0
  const [result, answers] = await sendDuring(
    () => work.promise,
    async () => {
      asked += 1
      if (asked === 3) work.resolve('done')
      await Promise.resolve()
      return asked
    },
  )
  expect(result).toBe('done')
  expect(answers.slice(0, 3)).toEqual([1, 2, 3])
})

test('asks once where the work is over at once, and nothing where there is nothing to ask', async () => {
  expect(
    (
      await sendDuring(
        async () => 1,
        async () => 2,
      )
    )[1].length,
  ).toBeGreaterThan(0)
  expect(await sendDuring(async () => 1, undefined)).toEqual([1, []])
})
