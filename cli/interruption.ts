/** A terminal sends Ctrl-C to npm, launcher and suite at once, and the first two pass it on: within this time it is one. */
const SAME_KEY_MS = 700

/**
 * Turns the signals that ask a process to end into an abort; a second one ends the process at once, with 3. Until it is
 * called, signals do what they always do.
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
