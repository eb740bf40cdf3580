import type { ClientRun, Session } from '../../conformance/ports/client.ts'
import type { SessionPerformance } from './performing/performance.ts'

/** The first session of a run: all others wait until the client has sent a request in it. */
export class Probe {
  readonly #sent = Promise.withResolvers<void>()
  #taken = false
  #hasArrived = false
  #lost: string | undefined

  /** Says why going on is pointless; undefined while it is not. */
  lost(): string | undefined {
    return this.#lost
  }

  /** True for the one session that is observed first; it must be one in which every client sends something. */
  take({ served }: Session): boolean {
    if (this.#taken || served !== undefined) return false
    this.#taken = true
    return true
  }

  /** Resolves when the first request has come, or its session is over. */
  get sent(): Promise<void> {
    return this.#taken ? this.#sent.promise : Promise.resolve()
  }

  /** @returns true for the first request */
  arrived(): boolean {
    const isFirst = !this.#hasArrived
    this.#hasArrived = true
    this.#sent.resolve()
    return isFirst
  }

  /** Finds out from the end of the first session whether going on is pointless. */
  ended(
    session: Session,
    { requests }: Pick<SessionPerformance, 'requests'>,
    [run]: readonly ClientRun[],
  ): void {
    if (run !== undefined) {
      const last = run.printed === '' ? '' : `; it printed: ${run.printed}`
      if (run.end.kind === 'not-started') this.#lost = `client.command could not be run: ${run.end.message}`
      else if (requests.length === 0 && run.end.kind !== 'by-hand')
        this.#lost = `the client sent nothing in its first session, and ${endingOf(run)}${last}`
      else if (run.end.kind === 'timeout' && (session.faults ?? []).length === 0)
        this.#lost = `the client did not end its first session: ${endingOf(run)}${last}`
    }
    this.#sent.resolve()
  }
}

/** Says how a client ended, in words that follow its name. */
function endingOf({ end }: Pick<ClientRun, 'end'>): string {
  switch (end.kind) {
    case 'exited':
      return `ended with code ${end.code}`
    case 'killed':
      return `was ended by ${end.signal}`
    case 'timeout':
      return `was ended after ${Math.round(end.afterMs / 1000)} s (client.timeout)`
    case 'flooded':
      return `was ended after it had printed ${end.bytes} bytes`
    case 'not-started':
      return `could not be run: ${end.message}`
    case 'by-hand':
      return 'was driven by hand'
  }
}
