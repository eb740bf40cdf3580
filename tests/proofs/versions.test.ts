import { describe, expect, test, vi } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { breakable } from '../proof/matrix.ts'
import { type Cell, isToFail, judgeCell, SIGHTED, unexplainedIn } from '../versions/cell.ts'

vi.setConfig({ testTimeout: 120_000 })

const { versions, requirements, holds } = await loadSpec()
const ids = versions.map(({ id }) => id).toReversed()
const neighbours = ids.slice(1).map((newer, place): [string, string] => [ids[place] ?? newer, newer])

/** `must` statements that no longer hold, each with the last version in which they held. */
const ended = breakable(requirements)
  .filter((row) => !holds(row))
  .map(({ id, until = '' }): [string, string] => [ids[ids.indexOf(until) - 1] ?? '', id])

const reported = async (cell: Cell, scenarios: readonly string[]) => {
  const judged = await judgeCell(cell, scenarios)
  const { completed, failed } = judged
  return { completed, unexplained: unexplainedIn(judged), failed: Object.keys(failed).length > 0 }
}

describe('a sandbox of one version judged as another', () => {
  test.each(['2025-10-17', 'v1.6.0', 'v1.13.0'])('is conformant as the %s that it is', async (version) => {
    const cell = { served: version, judged: version }
    expect(await reported(cell, SIGHTED)).toEqual({ completed: true, unexplained: [], failed: false })
  })

  test.each(neighbours)('%s as %s fails just where an entry says so', async (older, newer) => {
    const cell = { served: older, judged: newer }
    const failed = await isToFail(cell)
    expect(await reported(cell, SIGHTED)).toEqual({ completed: true, unexplained: [], failed })
  })

  test.each(neighbours)(
    '%s as judge of a served %s finds just the statements that ended',
    async (older, newer) => {
      const cell = { served: newer, judged: older }
      const failed = await isToFail(cell)
      expect(await reported(cell, SIGHTED)).toEqual({ completed: true, unexplained: [], failed })
    },
  )

  test.each(ended)(
    'the newest as the %s breaks %s, which no mutant of the newest can',
    async (judged, id) => {
      const { failed } = await judgeCell({ served: ids.at(-1) ?? '', judged }, SIGHTED)
      expect(Object.keys(failed)).toContain(id)
    },
  )

  test('before v1.8.0 a platform may send no policy.created', async () => {
    const cell = { served: 'v1.6.0', judged: 'v1.6.0', mutant: 'announces-no-policy' }
    const scenarios = ['webhooks/subscriptions', 'webhooks/schedule', 'webhooks/events-of-a-quote']
    expect(await reported(cell, scenarios)).toEqual({ completed: true, unexplained: [], failed: false })
  })

  test('the newest as one whose events carried no policy comes to its end', async () => {
    const cell = { served: 'v1.14.2', judged: 'v1.6.0' }
    expect(await reported(cell, ['journeys/*'])).toMatchObject({ completed: true, unexplained: [] })
  })
})
