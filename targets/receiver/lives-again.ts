export interface Waiting {
  /** Says whether anything listens at the receiver's address; sends nothing. */
  listens(): Promise<boolean>
  /** Lets time pass, in milliseconds. */
  sleep(ms: number): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
}

/** A process that is started anew answers again by then, as a rule. */
const LONGEST_MS = 20_000
const STEP_MS = 50
const LAST_STEP_MS = 1000

/** Waits until a receiver answers again. @param tries sends something to it; true where that was answered */
export async function livesAgain(
  { listens, sleep, now }: Waiting,
  tries: () => Promise<boolean>,
): Promise<boolean> {
  const began = now()
  for (let step = STEP_MS; now() - began < LONGEST_MS; step = Math.min(2 * step, LAST_STEP_MS)) {
    await sleep(step)
    if ((await listens()) && (await tries())) return true
  }
  return false
}
