import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messageOf } from '../../../../conformance/errors.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
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

test.each(['before', 'after'])(
  'work that fails %s its requests, as at the end of a run, leaves no rejection that nobody handles',
  async (order) => {
    const [work, ask] = [Promise.withResolvers<string>(), Promise.withResolvers<number>()]
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const sent = sendDuring(
        () => work.promise,
        () => ask.promise,
      ).catch(messageOf)
      const [first, second] = order === 'before' ? [work, ask] : [ask, work]
      first.reject(new CannotTell('the run ended'))
      await turn()
      second.reject(new CannotTell('the run ended'))
      expect(await sent).toBe('the run ended')
      await turn()
    } finally {
      process.off('unhandledRejection', note)
    }
    expect(unhandled).toEqual([])
  },
)
