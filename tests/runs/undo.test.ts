import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readEvents } from '../../reporters/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { start } from '../cli/command.ts'
import { startHere } from '../cli/here.ts'
import { whole } from '../cli/whole.ts'
import { type Fate, front, through } from '../hostile/front.ts'

const folder = mkdtempSync(join(tmpdir(), 'undo-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Runs on a sandbox whose control API is recorded, and ends the run some time after its first endpoint.
 *
 * @param isSettled waits until the run has heard of each endpoint that was made, and lets no other request pass until it ends
 */
async function ended<Run extends Pick<ReturnType<typeof start>, 'finished'>>(
  begin: (...words: readonly string[]) => Run,
  {
    end,
    afterMs,
    isSettled = false,
  }: { readonly end: (run: Run) => void; readonly afterMs: number; readonly isSettled?: boolean },
) {
  const sandbox = await startEmbedded({ clock: 'real' })
  let fate: Fate = 'pass'
  const control = await front(sandbox.controlUrl, () => fate)
  const out = mkdtempSync(join(folder, 'run-'))
  const profile = `${out}.json`
  writeFileSync(profile, JSON.stringify(through(sandbox.profile(), { [sandbox.controlUrl]: control })))
  const run = begin('run', '--target', profile, '--out', out, '--seed', '7', '--scenario', 'webhooks/*')
  let isOver = false
  void run.finished.then(() => {
    isOver = true
  })
  while (registered(control.requests) === 0 && !isOver) await setTimeout(50)
  await setTimeout(afterMs)
  if (isSettled) fate = 'swallow'
  const made = registered(control.requests)
  while (isSettled && noted(out) < made) await setTimeout(5)
  end(run)
  const { code, out: said } = await run.finished
  fate = 'pass'
  const close = () => Promise.all([control.close(), sandbox.close()])
  return { code, said, out, profile, made, control, close }
}

type Requests = readonly { readonly method: string; readonly url: string }[]

const registered = (requests: Requests): number =>
  requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/endpoints')).length

const deleted = (requests: Requests): number =>
  new Set(requests.flatMap(({ method, url }) => (method === 'DELETE' ? [url] : []))).size

/** Endpoints that the journal of a run lists. */
const noted = (out: string): number =>
  readFileSync(join(out, 'undo.jsonl'), 'utf8').match(/"made".*delete_endpoint/g)?.length ?? 0

const signalled = (afterMs: number) => ended(start, { end: (run) => run.process.kill('SIGTERM'), afterMs })
const interrupted = (afterMs: number) => ended(startHere, { end: (run) => run.interrupt(), afterMs })

test.each([
  ['interrupted', 0, interrupted],
  ['ended by a signal', 400, signalled],
  ['interrupted', 3000, interrupted],
] as const)(
  'a run that is %s %i ms after its first endpoint undoes all that it made',
  async (_, afterMs, endedBy) => {
    const { code, said, out, control, close } = await endedBy(afterMs)
    await close()
    expect(code).toBe(3)
    expect(registered(control.requests)).toBeGreaterThan(0)
    expect(deleted(control.requests)).toBe(registered(control.requests))
    expect(said).not.toContain('left on the target')
    expect(existsSync(join(out, 'undo.jsonl'))).toBe(false)
  },
  90_000,
)

test('what a killed run left is undone from its journal', async () => {
  const { out, profile, made, control, close } = await ended(start, {
    end: (run) => run.process.kill('SIGKILL'),
    afterMs: 1500,
    isSettled: true,
  })
  expect(readEvents(join(out, 'results.jsonl')).length).toBeGreaterThan(0)
  expect(readFileSync(join(out, 'undo.jsonl'), 'utf8')).toContain('delete_endpoint')
  expect(deleted(control.requests)).toBeLessThan(made)
  const doctor = await whole(['doctor', '--target', profile, '--clean', out])
  await close()
  expect(doctor.code, `${doctor.out}${doctor.err}`).toBe(0)
  expect(deleted(control.requests)).toBe(made)
  expect(existsSync(join(out, 'undo.jsonl'))).toBe(false)
})
