import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readEvents } from '../../reporters/index.ts'
import { startSandbox } from '../../targets/sandbox/index.ts'
import { front, through } from '../hostile/front.ts'

const launcher = fileURLToPath(new URL('../../cli/quote-conformance.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'undo-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Runs in a process of its own on a sandbox whose control API is recorded. A signal ends it some time after its first endpoint.
 */
async function endedBy(signal: 'SIGTERM' | 'SIGKILL', afterMs: number) {
  const sandbox = await startSandbox({ clock: 'real' })
  const control = await front(sandbox.controlUrl)
  const profile = join(folder, `${signal}-${afterMs}.json`)
  writeFileSync(profile, JSON.stringify(through(sandbox.profile(), { [sandbox.controlUrl]: control })))
  const out = join(folder, `${signal}-${afterMs}`)
  const words = ['run', '--target', profile, '--out', out, '--seed', '7', '--scenario', 'webhooks/*']
  const run = spawn(process.execPath, [launcher, ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  run.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = once(run, 'close')
  while (registered(control.requests) === 0 && run.exitCode === null) await setTimeout(50)
  await setTimeout(afterMs)
  run.kill(signal)
  const [code] = await ended
  const close = () => Promise.all([control.close(), sandbox.close()])
  return { code, said, out, profile, control, close }
}

type Requests = readonly { readonly method: string; readonly url: string }[]

const registered = (requests: Requests): number =>
  requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/endpoints')).length

const deleted = (requests: Requests): number =>
  new Set(requests.flatMap(({ method, url }) => (method === 'DELETE' ? [url] : []))).size

test.each([0, 400, 3000])(
  'a run that is to end %i ms after its first endpoint undoes all that it made',
  async (afterMs) => {
    const { code, said, out, control, close } = await endedBy('SIGTERM', afterMs)
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
  const { out, profile, control, close } = await endedBy('SIGKILL', 1500)
  expect(readEvents(join(out, 'results.jsonl')).length).toBeGreaterThan(0)
  expect(readFileSync(join(out, 'undo.jsonl'), 'utf8')).toContain('delete_endpoint')
  expect(deleted(control.requests)).toBeLessThan(registered(control.requests))
  const doctor = spawn(process.execPath, [launcher, 'doctor', '--target', profile, '--clean', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained] = [text(doctor.stdout), text(doctor.stderr)]
  const [code] = await once(doctor, 'close')
  await close()
  expect(code, `${await said}${await complained}`).toBe(0)
  expect(deleted(control.requests)).toBe(registered(control.requests))
  expect(existsSync(join(out, 'undo.jsonl'))).toBe(false)
})
