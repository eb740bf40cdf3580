import { join } from 'node:path'
import * as allure from 'allure-js-commons'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEnd, ScenarioFinished } from '../conformance/events.ts'
import { openPart } from './part.ts'
import { prepare } from './prepare.ts'
import { holds, rooms } from './rooms.ts'
import { settle } from './settle.ts'

/**
 * Makes a test of each scenario of a room. The suite's own runner drives them together, as in every other run. Each test waits
 * for its scenario and reports the result.
 */
export async function conformance(room: string): Promise<void> {
  const { scenarios, run, folder } = await prepare({
    index: rooms.indexOf(room) + 1,
    count: rooms.length,
    holds: (own) => holds(room, own),
  })
  const endings = new Map(
    scenarios.map(({ id }) => [id, Promise.withResolvers<ScenarioFinished | undefined>()]),
  )
  const part = openPart(join(folder, 'parts', room))
  let running: Promise<void> | undefined
  let end: RunEnd | undefined

  describe(room, () => {
    beforeAll(() => {
      running = drive()
    })
    afterAll(async () => {
      await running
    })

    for (const { id, title } of scenarios) {
      test(`${id}: ${title}`, async (context) => {
        const finished = await endings.get(id)?.promise
        // The runner leaves out scenarios that no selected requirement needs.
        if (finished === undefined && end?.how === 'completed') context.skip('not selected')
        await allure.feature(room)
        await allure.label('scenario', id)
        await settle(id, finished, context)
      })
    }

    // This test exists even in a part without scenarios, and it fails if the target is lost.
    test(`${room}: the run was finished`, async () => {
      await running
      expect(end).toEqual({ how: 'completed' })
    })
  })

  async function drive(): Promise<void> {
    try {
      for await (const event of run()) {
        part.add(event)
        if (event.type === 'run-finished') end = event.end
        if (event.type === 'scenario-finished') endings.get(event.scenario)?.resolve(event)
      }
    } finally {
      part.close()
      // Resolves the scenarios that were never driven too, so that their tests report it.
      for (const { resolve } of endings.values()) resolve(undefined)
    }
  }
}
