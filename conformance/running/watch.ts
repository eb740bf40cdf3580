/** Events that may end a run before all of its scenarios have been driven. */
export interface WatchOptions {
  readonly signal: AbortSignal
  /** Says why the target is gone; undefined while it is there. */
  lost(): string | undefined
  /** Says after what the run has seen enough; undefined before that. */
  enough(): string | undefined
  /** How long running scenarios may go on after the cause of the end, so that those nearly finished can complete. */
  readonly graceMs: number
}

export interface RunWatch {
  /** True once no new scenario may start. */
  stopped(): boolean
  /** Why the target is gone. */
  lost(): string | undefined
  /** Aborted, with the reason, when scenarios that are still running must be given up. */
  readonly givenUp: AbortSignal
  settle(): void
}

/** Short enough that a run notices a lost target before its scenarios reach their own deadlines. */
const CHECK_MS = 250

/** Watches for an interruption, for the loss of the target, and for enough failures. `settle` must be called at the end. */
export function watch({ signal, lost, enough, graceMs }: WatchOptions): RunWatch {
  const givenUp = new AbortController()
  let why: string | undefined
  let timer: NodeJS.Timeout | undefined
  const giveUp = (reason: string) => {
    timer ??= setTimeout(() => givenUp.abort(reason), graceMs)
  }
  const interrupt = () => giveUp('the run was interrupted while this scenario ran')
  const check = () => {
    why ??= lost()
    if (why !== undefined) giveUp(`the target was lost while this scenario ran: ${why}`)
    return why
  }
  const isEnough = () => {
    const after = enough()
    if (after !== undefined) giveUp(`the run ended ${after} while this scenario ran`)
    return after !== undefined
  }
  const checking = setInterval(() => {
    check()
    isEnough()
  }, CHECK_MS)
  if (signal.aborted) interrupt()
  else signal.addEventListener('abort', interrupt, { once: true })
  return {
    stopped: () => signal.aborted || check() !== undefined || isEnough(),
    lost: check,
    givenUp: givenUp.signal,
    settle: () => {
      clearInterval(checking)
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
    },
  }
}

/** A promise that resolves at an abort. */
export interface Ending<T> {
  readonly promise: Promise<T>
  /** Removes the listener from the signal, so that the signal keeps no reference to the promise. */
  forget(): void
}

/** Makes a promise that resolves once a signal is aborted. `forget` must be called: the signal lives as long as the run. */
export function atAbort<T>(signal: AbortSignal, value: () => T): Ending<T> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  // An exception in a listener would end the process; in `then` it rejects the promise.
  return { promise: promise.then(value), forget: () => signal.removeEventListener('abort', end) }
}
