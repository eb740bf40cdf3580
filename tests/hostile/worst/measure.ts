import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launcher } from '../../cli/command.ts'

const CHECK_EVERY_MS = 100
const MEGABYTE = 1024 * 1024

/** Time, memory and output of a command. */
export interface Measured {
  readonly code: number | null
  readonly ms: number
  /** The largest observed memory of the process and its descendants, without the client under test, in bytes. */
  readonly peak: number
  /** Bytes of all files in its output folder and of both streams. */
  readonly size: number
  readonly out: string
  readonly err: string
}

interface Command {
  readonly words: readonly string[]
  /** The folder into which it writes its files. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** Kills the command after this time, in case it does not end by itself. */
  readonly killAfterMs: number
}

/** Runs a command line to its end and measures it. */
export async function measured({ words, folder, env = {}, killAfterMs }: Command): Promise<Measured> {
  const began = performance.now()
  const child = spawn(process.execPath, [launcher, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    timeout: killAfterMs,
    killSignal: 'SIGKILL',
  })
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text
  })
  let peak = 0
  const samples = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid ?? 0))
  }, CHECK_EVERY_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(samples)
  const size = sizeOf(folder) + Buffer.byteLength(printed.out) + Buffer.byteLength(printed.err)
  return { code, ms: performance.now() - began, peak, size, ...printed }
}

/** Bytes of memory that a process and its descendants use now, without clients under test; 0 where the system is not Linux. */
function memoryOf(root: number): number {
  if (!existsSync('/proc/self/status')) return 0
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statusOf(name) ?? [])
  const family = new Set([root])
  // A parent has a lower id than its children, unless the numbering has started again.
  for (const { id, parent } of processes.toSorted((one, other) => one.id - other.id))
    if (family.has(parent)) family.add(id)
  return processes
    .filter(({ id }) => family.has(id) && !isClient(id))
    .reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Only a client under test and its descendants have a work folder in their environment. */
function isClient(id: number): boolean {
  try {
    return readFileSync(join('/proc', String(id), 'environ'), 'utf8').includes('QUOTE_WORKDIR=')
  } catch {
    // The process has ended meanwhile.
    return true
  }
}

function statusOf(name: string) {
  try {
    const text = readFileSync(join('/proc', name, 'status'), 'utf8')
    const number = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { id: Number(name), parent: number('PPid'), bytes: number('VmRSS') * 1024 }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .filter((one) => one.isFile())
    .reduce((sum, { size }) => sum + size, 0)
}

/** Megabytes, for people. */
export const megabytes = (bytes: number): number => Math.round(bytes / MEGABYTE)
