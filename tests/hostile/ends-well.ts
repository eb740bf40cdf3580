import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silent } from './answers.ts'
import { type Fake, serve } from './fake.ts'
import { type Judged, judged, mustsOf, profileOf, unhurried } from './judged.ts'
import { shapeProblems } from './report-shape.ts'
import { leaksIn, SECRETS } from './secrets.ts'
import { type HostileTarget, hostileTargets, TOKEN_HOLDS } from './targets.ts'
import { excusedOn } from './vacuous.ts'

/** Only a run that hangs takes longer, in milliseconds. Several of them share two cores with other tests. */
export const BOUND_MS = 240_000
const NOBODY_LISTENS = 'http://127.0.0.1:9'

/** Says whether all scenarios are driven against a target, which takes long. */
export const isLong = ({ words, cause }: HostileTarget): boolean => words === undefined && cause === undefined

/**
 * Runs the suite against hostile targets, and tests what each run says of its target.
 *
 * @param isChosen says which of the targets are meant
 * @returns the server that redirects lead to, and what waits for all runs
 */
export async function testTargets(isChosen: (target: HostileTarget, name: string) => boolean) {
  const trap = await serve(silent)
  const targets = Object.entries(hostileTargets(trap.origin)).filter(([name, target]) =>
    isChosen(target, name),
  )
  const fakes: Pick<Fake, 'close'>[] = [trap]
  const runs = new Map<string, Promise<Judged>>()
  /** A run works for a second at its beginning and waits afterwards. */
  const limit = pLimit(5)

  beforeAll(() => {
    for (const [name, { handler, words = [], timing = {} }] of targets) {
      const run = limit(async () => {
        const fake = handler === undefined ? undefined : await serve(handler)
        if (fake !== undefined) fakes.push(fake)
        const profile = profileOf(fake?.origin ?? NOBODY_LISTENS, { timing: { ...unhurried, ...timing } })
        return judged(profile, { words })
      })
      // The caller that waits for the run gets the failure. This only avoids an unhandled rejection.
      run.catch(() => undefined)
      runs.set(name, run)
    }
  })

  afterAll(async () => {
    await Promise.allSettled(runs.values())
    await Promise.all(fakes.map((fake) => fake.close()))
  })

  const runOf = async (name: string): Promise<Judged> => {
    const run = await runs.get(name)
    if (run === undefined) throw new Error(`nobody runs against a target that ${name}`)
    return run
  }

  describe.each(targets)('a target that %s', (name, target) => {
    testEnd(target, () => runOf(name))
    testPasses(name, target, () => runOf(name))

    test('gets no secret into any file or onto any stream', async () => {
      const { everything } = await runOf(name)
      expect(leaksIn(everything, [...Object.values(SECRETS), ...(target.issued ?? [])])).toEqual([])
    })
  })

  return { trap, ended: () => Promise.all(runs.values()) }
}

function testEnd({ codes, cause }: HostileTarget, runOfTarget: () => Promise<Judged>): void {
  test('ends the run in time, with a code and a report that tell the truth', async () => {
    const { code, ms, report, err, everything } = await runOfTarget()
    expect(codes).toContain(code)
    expect(report.verdict).toBe(code === 1 ? 'non-conformant' : 'incomplete')
    expect(ms).toBeLessThan(BOUND_MS)
    expect(shapeProblems(report)).toEqual([])
    expect(tally(report.requirements)).toEqual(report.summary)
    if (cause !== undefined) expect(report.end).toMatchObject({ how: 'broken', cause })
    else expect(report.end?.cause).not.toBe('suite')
    expect(err).toBe('')
    expect(everything).not.toMatch(/^\s+at .+:\d+:\d+\)?$|the suite itself failed/m)
  })
}

function testPasses(name: string, { shows = [] }: HostileTarget, runOfTarget: () => Promise<Judged>): void {
  test('passes nothing that it cannot have shown', async () => {
    const passed = mustsOf(await runOfTarget(), 'passed')
    const excused = excusedOn(name)
    if (excused === undefined) {
      const shown = new Set([...TOKEN_HOLDS, ...shows])
      expect(passed.filter((id) => !shown.has(id))).toEqual([])
    } else expect(passed.toSorted()).toEqual(excused)
  })
}

function tally(requirements: Judged['report']['requirements']): Record<string, number> {
  const of = (verdict: string) => requirements.filter((one) => one.verdict === verdict).length
  return {
    passed: of('passed'),
    failed: of('failed'),
    warned: of('warned'),
    observed: of('observed'),
    notExercised: of('not-exercised'),
  }
}
