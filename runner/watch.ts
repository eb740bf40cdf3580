/** Events that may end a run before all of its scenarios have been driven. */
export interface WatchOptions {
  readonly signal: AbortSignal
  /** Says why the target is gone; undefined while it is there. */
  lost(): string | undefined
  /** How long scenarios that run may go on after the end has come, so that those nearly done end by themselves. */
  readonly graceMs: number
}

export interface Watch {
  /** True once no new scenario may start. */
  stopped(): boolean
  /** Why the target is gone. */
  lost(): string | undefined
  /** Aborted, with the reason, when scenarios that still run are to be given up. */
  readonly givenUp: AbortSignal
  settle(): void
}

/** Often enough that a run on a vanished target does not sit out its scenarios' own deadlines. */
const LOOK_MS = 250

/** Watches for an interruption and for the loss of the target. `settle` must be called at the end. */
export function watch({ signal, lost, graceMs }: WatchOptions): Watch {
  const givenUp = new AbortController()
  let why: string | undefined
  let timer: NodeJS.Timeout | undefined
  const giveUp = (reason: string) => {
    timer ??= setTimeout(() => givenUp.abort(reason), graceMs)
  }
  const interrupt = () => giveUp('the run was interrupted while this scenario ran')
  const look = () => {
    why ??= lost()
    if (why !== undefined) giveUp(`the target was lost while this scenario ran: ${why}`)
    return why
  }
  const looking = setInterval(look, LOOK_MS)
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt, { once: true })
  return {
    stopped: () => signal.aborted || look() !== undefined,
    lost: look,
    givenUp: givenUp.signal,
    settle: () => {
      clearInterval(looking)
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
    },
  }
}

/** A promise that an abort ends. */
export interface Ending<T> {
  readonly promise: Promise<T>
  /** Forgets the signal, so that it holds nothing of what the promise was for. */
  forget(): void
}

/** Makes a promise that resolves once a signal is aborted. `forget` must be called: the signal lives as long as the run. */
export function atAbort<T>(signal: AbortSignal, value: () => T): Ending<T> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  // An exception in a listener would end the process; in a reaction it rejects the promise.
  return { promise: promise.then(value), forget: () => signal.removeEventListener('abort', end) }
}
