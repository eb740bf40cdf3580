/**
 * A terminal sends Ctrl-C to npm, launcher and suite at once, and the first two pass it on. Signals within this time count as
 * one.
 */
const SAME_KEY_MS = 700

/**
 * Turns the signals that ask a process to end into an abort. A second signal ends the process at once, with code 3. Signals
 * keep their default effect until this is called.
 */
export function interruption(now: () => number): AbortSignal {
  const controller = new AbortController()
  let first: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= now()
      if (now() - first > SAME_KEY_MS) process.exit(3)
      controller.abort(`by ${signal}`)
    })
  }
  return controller.signal
}
