import { expect, test } from 'vitest'
import { judgeApart } from '../timed/apart.ts'

const ONE = { only: ['retry-attempt-3'] }

test.each(['virtual', 'running', 'exact'] as const)(
  'times of a platform in another process, whose clock is %s, are decided',
  async (clock) => {
    const { exit, decided, undecidedPasses } = await judgeApart({ clock, ...ONE })
    expect([exit, undecidedPasses]).toEqual([0, []])
    expect(decided).toBeGreaterThan(0)
  },
)

test('its third attempt is a second early: that is seen although its moment is hidden', async () => {
  const { failed } = await judgeApart({ clock: 'running', mutants: ['attempt-3-early'], ...ONE })
  expect(failed).toEqual(['retry-attempt-3'])
})
