import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'

/** The program of the command line. */
export const launcher = fileURLToPath(new URL('../../cli/quote-conformance.js', import.meta.url))

/** Milliseconds in which a command shows what a test waits for, on a busy machine too. */
export const SHOWS_MS = 120_000

/** Output of a finished command. */
export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Starts the command line in a process of its own, which ends with the test at the latest. */
export function start(...words: readonly string[]): {
  readonly process: ChildProcessWithoutNullStreams
  /** Does what Ctrl-C does. */
  interrupt(): void
  /** Resolves once what it printed matches. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
} {
  const child = spawn(process.execPath, [launcher, ...words], {
    env: { ...process.env, npm_lifecycle_event: '' },
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    // SIGTERM, not SIGKILL, so that it removes its own temporary files.
    child.kill('SIGTERM')
    await closed
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return {
    process: child,
    interrupt: () => void child.kill('SIGINT'),
    finished: closed.then(([code]) => ({ code, out, err })),
    async shows(pattern) {
      const signal = AbortSignal.timeout(SHOWS_MS)
      for (;;) {
        const match = pattern.exec(out) ?? pattern.exec(err)
        if (match !== null) return match
        if (child.exitCode !== null) throw new Error(`ended without showing ${pattern}: ${out}${err}`)
        if (signal.aborted) throw new Error(`did not show ${pattern}: ${out}${err}`)
        const said = [child.stdout, child.stderr].map((stream) => once(stream, 'data', { signal }))
        await Promise.race([...said.map((one) => one.catch(() => undefined)), closed])
      }
    },
  }
}

/** Runs a command line to its end. */
export function run(...words: readonly string[]): Promise<Finished> {
  return start(...words).finished
}

/** A folder that is deleted after the test. No other lies beside it, since a run reads the reports beside its own. */
export function temporaryFolder(): string {
  const around = testFolder()
  const folder = join(around, 'folder')
  mkdirSync(folder)
  return folder
}

export function readReport(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
    verdict: string
    reason: string
    requirements: { id: string; verdict: string; reason: string; checks: unknown[] }[]
    [key: string]: unknown
  }
}
