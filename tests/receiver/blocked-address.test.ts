import { expect, test } from 'vitest'
import { right } from './fake.ts'
import { judgeFake } from './judge.ts'

test('a firewall that refuses connections behind forgeries lets no requirement fail', async () => {
  let wrong = 0
  const report = await judgeFake(
    {
      verifies(got, check) {
        const isRight = right.verifies(got, check)
        if (!isRight) wrong += 1
        return isRight
      },
      dies: ({ signature }) =>
        wrong > 8 && /^0+$/.test(signature) ? { backMs: undefined, answers: true } : undefined,
    },
    ['forgeries/in-a-row'],
  )
  const found = report.requirements.find(({ id }) => id === 'receiver-forgeries-keep-none-out')
  expect(report.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect(found?.verdict).toBe('not-exercised')
  expect(found?.reason).toMatch(/a firewall may block the address/)
})
