import { expect, test } from 'vitest'
import { judgeApart } from '../timed/apart.ts'

const ONE = { only: ['retry-attempt-3'] }

// `npm run timed` shows it for other clocks, too.
test('times of a platform in another process, whose clock runs, are decided', async () => {
  const { exit, decided, undecidedPasses } = await judgeApart({ clock: 'running', ...ONE })
  expect([exit, undecidedPasses]).toEqual([0, []])
  expect(decided).toBeGreaterThan(0)
})

test('its third attempt is a second early: that is seen although its moment is hidden', async () => {
  const { failed } = await judgeApart({ clock: 'running', mutants: ['attempt-3-early'], ...ONE })
  expect(failed).toEqual(['retry-attempt-3'])
})
