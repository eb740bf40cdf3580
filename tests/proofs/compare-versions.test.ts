import { describe, expect, test, vi } from 'vitest'
import { compareRuns, type RunRecord } from '../../reporters/index.ts'
import { type SandboxKind, sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { entryBetween } from '../../spec/index.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { openBench, recordedOn, runOn } from '../judge.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Judges a sandbox of a kind in a whole run as of a version. */
async function runAs(version: string, kind: SandboxKind): Promise<RunRecord> {
  const bench = await openBench({ version })
  const options = await sandboxOf(kind)
  const target = await embeddedTarget(() => startEmbedded({ seed: 1, clock: 'virtual', ...options }), {
    seed: 1,
    apiVersion: version,
    runs: 1,
  })
  return recordedOn(target, runOn(bench, target))
}

const { spec } = await openBench()

const compared = (one: RunRecord, other: RunRecord) =>
  compareRuns(one, other, entryBetween(spec, one.started.target.apiVersion, other.started.target.apiVersion))

/** Ids of all requirements with another result than before, except improvements. */
const changedIn = ({
  newlyFailed,
  newlyWarned,
  newlyExercised,
  noLongerExercised,
}: ReturnType<typeof compared>) =>
  new Set([...newlyFailed, ...newlyWarned, ...newlyExercised, ...noLongerExercised].map(({ id }) => id))

describe('whole runs of a v1.13.0 and of a v1.14.2 sandbox, each judged as what it is', async () => {
  const older = await runAs('v1.13.0', { sandboxVersion: 'v1.13.0' })
  const newer = await runAs('v1.14.2', {})

  test('differ in nothing but what the changelog explains', () => {
    const { newlyFailed, unexplained, newlyExercised, observations } = compared(older, newer)
    expect({ newlyFailed, unexplained }).toEqual({ newlyFailed: [], unexplained: [] })
    const entries = new Set(newlyExercised.map(({ entry }) => entry))
    expect(entries).toEqual(new Set(['v1.14.0', 'v1.14.2']))
    expect(observations.filter(({ entry }) => entry === undefined)).toEqual([])
  })

  test('differ in exactly that much more when the newer one has a defect', async () => {
    const wrong = await runAs('v1.14.2', { mutant: 'bind-answers-200' })
    const { unexplained = [] } = compared(older, wrong)
    expect(unexplained).toContain('bind-answers-202')
    expect(new Set(unexplained)).toEqual(changedIn(compared(newer, wrong)))
  })
})
