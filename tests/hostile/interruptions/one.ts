import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readEvents } from '../../../reporters/index.ts'
import { startEmbedded } from '../../../targets/sandbox/index.ts'
import { launcher } from '../../cli/command.ts'
import { whole } from '../../cli/whole.ts'
import type { Seen } from '../fake.ts'
import { front, through } from '../front.ts'

/** A run that was ended at some moment, and what it left behind. */
export interface Ended {
  readonly code: number | null
  /** The number of readable events in `results.jsonl`; undefined where the run had not begun or the file cannot be read. */
  readonly events: number | undefined
  /** False where the run had written something unreadable. */
  readonly readable: boolean
  readonly registered: number
  /** Endpoints that neither the run nor its cleaning deleted and that no file names. */
  readonly forgotten: number
  /** Endpoints that were left when the run had ended. */
  readonly left: number
  /** From the signal to the end of the process, in milliseconds. */
  readonly ms: number
}

const registers = ({ method, url }: Seen) => method === 'POST' && url.endsWith('/endpoints')
const deletes = ({ method, url }: Seen) => method === 'DELETE' && url.includes('/endpoints/')

/**
 * Runs the suite on a platform of its own, and ends it after a given time from its first event. After a kill it cleans up as a
 * user would.
 */
export async function endedAfter(
  signal: 'SIGTERM' | 'SIGKILL',
  afterMs: number,
  scenarios: readonly string[] = ['webhooks/*', 'service/*', 'office/*', 'bind/*'],
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'interrupted-'))
  const sandbox = await startEmbedded({ clock: 'real' })
  const control = await front(sandbox.controlUrl)
  const [profile, out] = [join(folder, 'profile.json'), join(folder, 'out')]
  try {
    writeFileSync(profile, JSON.stringify(through(sandbox.profile(), { [sandbox.controlUrl]: control })))
    const words = ['run', '--target', profile, '--out', out, '--seed', '7', '--quiet']
    const chosen = scenarios.flatMap((id) => ['--scenario', id])
    const run = spawn(process.execPath, [launcher, ...words, ...chosen], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [run.stdout, run.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    const ended = once(run, 'close')
    // A busy machine needs time to start a process.
    while (!existsSync(join(out, 'results.jsonl')) && run.exitCode === null) await setTimeout(20)
    await setTimeout(afterMs)
    const sent = performance.now()
    run.kill(signal)
    const [code] = (await ended) as [number | null]
    const ms = performance.now() - sent
    const gone = () => new Set(control.requests.filter(deletes).map(({ url }) => url)).size
    const registered = () => control.requests.filter(registers).length
    const left = registered() - gone()
    const readable = eventsIn(out)
    if (left > 0 && existsSync(join(out, 'undo.jsonl')))
      await whole(['doctor', '--target', profile, '--clean', out])
    const named = said.split('delete_endpoint').length - 1
    const forgotten = Math.max(0, registered() - gone() - named)
    return { code, ...readable, registered: registered(), left, forgotten, ms }
  } finally {
    await Promise.all([control.close(), sandbox.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function eventsIn(out: string): Pick<Ended, 'events' | 'readable'> {
  const file = join(out, 'results.jsonl')
  // Nothing was written yet, not even the first event.
  if (!existsSync(file) || statSync(file).size === 0) return { events: undefined, readable: true }
  try {
    return { events: readEvents(file).length, readable: true }
  } catch {
    return { events: undefined, readable: false }
  }
}
