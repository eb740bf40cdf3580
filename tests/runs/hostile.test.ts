import { afterAll, describe, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { silent } from '../hostile/answers.ts'
import { BOUND_MS, isLong, testTargets } from '../hostile/ends-well.ts'
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
import { judged, mustsOf, profileOf } from '../hostile/judged.ts'
import { shapeProblems } from '../hostile/report-shape.ts'
import { SECRETS } from '../hostile/secrets.ts'

const fakes: Pick<Fake, 'close'>[] = []
afterAll(() => Promise.all(fakes.map((fake) => fake.close())))

// `npm run test:proofs` tests the others, too.
const { trap, ended } = await testTargets((target, name) => !isLong(target) || name === 'refuses everything')

test('where redirects lead to, not one connection is opened', async () => {
  await ended()
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
