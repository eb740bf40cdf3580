import { onTestFinished, vi } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'
import { type Finished, SHOWS_MS } from './command.ts'

/**
 * Starts a command line in this process, where no stream or signal of a process of its own is tested. It is interrupted at the end
 * of the test at the latest.
 */
export function startHere(...words: readonly string[]): {
  /** Does what Ctrl-C does. */
  interrupt(): void
  /** Resolves once what it printed matches. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
} {
  const interrupted = new AbortController()
  const io = {
    ...fakeIo({ ...process.env, npm_lifecycle_event: '' }),
    now: Date.now,
    interruption: () => interrupted.signal,
  }
  const finished = main(words, io).then((code) => ({ code, ...io.printed }))
  const interrupt = () => interrupted.abort('by SIGINT')
  onTestFinished(async () => {
    interrupt()
    await finished
  })
  return {
    interrupt,
    finished,
    shows: (pattern) =>
      vi.waitFor(
        () => {
          const { out, err } = io.printed
          const match = pattern.exec(out) ?? pattern.exec(err)
          if (match === null) throw new Error(`did not show ${pattern}: ${out}${err}`)
          return match
        },
        { timeout: SHOWS_MS, interval: 20 },
      ),
  }
}
