import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { silent } from '../hostile/answers.ts'
import {
  afterFirst,
  type Fake,
  type Handler,
  issuing,
  type Seen,
  serve,
  split,
  TOKEN_PATH,
} from '../hostile/fake.ts'
import { type Fate, front, through } from '../hostile/front.ts'
import { type Judged, judged, mustsOf, profileOf, unhurried } from '../hostile/judged.ts'
import { shapeProblems } from '../hostile/report-shape.ts'
import { leaksIn, SECRETS } from '../hostile/secrets.ts'
import { type HostileTarget, hostileTargets, TOKEN_HOLDS } from '../hostile/targets.ts'
import { excusedOn, nothings } from '../hostile/vacuous.ts'

/** Only a run that hangs takes longer. Several of them share two cores with other tests. */
const BOUND_MS = 240_000

const trap = await serve(silent)
const targets = hostileTargets(trap.origin)
const fakes: Pick<Fake, 'close'>[] = [trap]
const runs = new Map<string, Promise<Judged>>()
/** A run works for a second at its beginning and waits afterwards. */
const limit = pLimit(5)

beforeAll(() => {
  for (const [name, { handler, words = [], timing = {} }] of Object.entries(targets)) {
    const run = limit(async () => {
      const fake = await serve(handler)
      fakes.push(fake)
      const profile = profileOf(fake.origin, { timing: { ...unhurried, ...timing } })
      return judged(profile, { words })
    })
    // The caller that waits for the run gets the failure. This only avoids an unhandled rejection.
    run.catch(() => undefined)
    runs.set(name, run)
  }
  const down = limit(() => judged(profileOf('http://127.0.0.1:9')))
  down.catch(() => undefined)
  runs.set('is down', down)
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

describe.each<[string, Omit<HostileTarget, 'handler'>]>([
  ['is down', { codes: [3], cause: 'network' }],
  ...Object.entries(targets),
])('a target that %s', (name, { codes, cause, ...more }: Omit<HostileTarget, 'handler'>) => {
  test('ends the run in time, with a code and a report that tell the truth', async () => {
    const { code, ms, report, err, everything } = await runOf(name)
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

  test('passes nothing that it cannot have shown', async () => {
    const passed = mustsOf(await runOf(name), 'passed')
    const excused = excusedOn(name)
    if (excused !== undefined) {
      expect(passed.toSorted()).toEqual(excused)
      return
    }
    const shown = new Set([...TOKEN_HOLDS, ...(more.shows ?? [])])
    expect(passed.filter((id) => !shown.has(id))).toEqual([])
  })

  test('gets no secret into any file or onto any stream', async () => {
    const { everything } = await runOf(name)
    expect(leaksIn(everything, [...Object.values(SECRETS), ...(more.issued ?? [])])).toEqual([])
  })
})

test('every target that is nothing is one of them', () => {
  expect(nothings.filter((name) => !(name in targets))).toEqual([])
})

test('where redirects lead to, not one connection is opened', async () => {
  await Promise.all(['redirects everything', 'redirects the API'].map(runOf))
  expect({ connections: trap.connections(), requests: trap.requests }).toEqual({
    connections: 0,
    requests: [],
  })
})

describe.concurrent('a platform that is right, behind a line that is not', () => {
  /** A bind that is swallowed, whose answer is swallowed, or whose reused connection is closed. */
  const bindOver = async (fate: (seen: Seen) => Fate, clock: 'real' | 'virtual' = 'virtual') => {
    const platform = await startEmbedded({ clock })
    const origin = new URL(platform.baseUrl).origin
    const line = await front(origin, (seen) => (seen.url.includes('/bind/') ? fate(seen) : 'pass'))
    fakes.push(line, platform)
    const profile = through(platform.profile(), { [origin]: line })
    const timing = { poll_interval: '500ms', rating: '10s', issue: clock === 'real' ? '1s' : '15s' }
    return judged(
      // Long enough for every answer on a busy machine, since a late one cuts the scenario off.
      { ...profile, timing: { ...timing, answer: '4s' } },
      { words: ['--scenario', 'bind/ready-quote'] },
    )
  }

  test('a bind whose answer never came is settled by a read', async () => {
    const run = await bindOver(() => 'swallow the answer')
    expect(mustsOf(run, 'failed')).toEqual([])
    expect(run.code).toBe(3)
    expect(mustsOf(run, 'passed')).not.toContain('bind-answers-202')
    expect(mustsOf(run, 'passed')).toEqual(
      expect.arrayContaining(['transition-ready-to-bind-to-bound', 'transition-bound-to-issued']),
    )
  })

  test('a bind that never arrived is held against nobody', async () => {
    const run = await bindOver(() => 'swallow', 'real')
    expect(mustsOf(run, 'failed')).toEqual([])
    expect(run.code).toBe(3)
    expect(mustsOf(run, 'passed').filter((id) => /^bind-|^transition-.*-to-(bound|issued)/.test(id))).toEqual(
      [],
    )
  })

  test('a kept connection that is closed as it is used again is no breach', async () => {
    const run = await bindOver(({ kept }) => (kept ? 'hang up' : 'pass'))
    expect(mustsOf(run, 'failed')).toEqual([])
  })
})

describe.concurrent('a run that may not go on as it would', () => {
  test('in production nothing is written, and the report says what that left out', async () => {
    const platform = await startEmbedded({ clock: 'real' })
    const origin = new URL(platform.baseUrl).origin
    const [line, control] = await Promise.all([front(origin), front(platform.controlUrl)])
    fakes.push(line, control, platform)
    const profile = through(platform.profile(), { [origin]: line, [platform.controlUrl]: control })
    const run = await judged({ ...profile, environment: 'production' })
    const written = line.requests.filter(({ method, url }) => method !== 'GET' && !url.startsWith(TOKEN_PATH))
    expect(line.requests.length).toBeGreaterThan(10)
    expect({ written, operator: control.requests }).toEqual({ written: [], operator: [] })
    expect(run.code).toBe(0)
    const leftOut = run.report.requirements.filter(({ reason }) => reason.includes('--allow-writes'))
    expect(leftOut.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['bind-answers-202', 'update-envelope']),
    )
    expect(new Set(leftOut.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
    expect(run.out).toMatch(/environment is production.*--allow-writes/)
  })

  test.each<[string, RegExp, Handler]>([
    ['at the first check', /token$/, silent],
    ['while scenarios wait', /submit$/, split(issuing([], SECRETS.clientSecret), afterFirst(silent))],
  ])('Ctrl-C %s ends a run on a silent target soon, with a report', async (_, waitsFor, handler) => {
    const fake = await serve(handler)
    fakes.push(fake)
    const interruptAt = vi.waitUntil(() => fake.requests.some(({ url }) => waitsFor.test(url)), 120_000)
    const run = await judged(profileOf(fake.origin, { timing: {} }), { interruptAt })
    expect(run.code).toBe(3)
    expect(run.report).toMatchObject({ verdict: 'incomplete', end: { how: 'interrupted' } })
    expect(shapeProblems(run.report)).toEqual([])
    expect(run.ms).toBeLessThan(BOUND_MS)
  })
})

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
