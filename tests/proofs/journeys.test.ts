import { expect, test } from 'vitest'
import type { Counterexample } from '../../conformance/generation.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { changeBehaviour, standardBehaviour } from '../../targets/sandbox/behaviour.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { journeyMutants } from '../../targets/sandbox/mutants/journeys/index.ts'
import { judge, verdicts } from '../judge.ts'

/** Enough for each defect to show with every seed. */
const RUNS = 100
/** A submission, a review and a hold count as steps, too. */
const MOST_STEPS = 8

test.each(journeyMutants.map((mutant) => [mutant.id, mutant] as const))(
  '%s is found, and shown in few steps',
  async (_, { kills, change }) => {
    const behaviour = change(changeBehaviour(standardBehaviour))
    const found: Counterexample[] = []
    const report = await judge(
      await embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual', behaviour }), {
        seed: 1,
        apiVersion: 'v1.14.2',
        runs: RUNS,
      }),
      {
        scenarios: ['journeys/*'],
        onEvent: (event) =>
          found.push(...(event.type === 'scenario-finished' ? (event.counterexamples ?? []) : [])),
      },
    )
    const seen = verdicts(report)
    expect(kills.filter((id) => seen[id] !== 'failed')).toEqual([])
    expect(found.length).toBeGreaterThan(0)
    for (const { steps, exchanges } of found) {
      expect(steps.length, steps.join('; ')).toBeLessThanOrEqual(MOST_STEPS)
      expect(exchanges.length).toBeGreaterThan(0)
    }
  },
)
