import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from '../../../conformance/environment.ts'
import { messageOf } from '../../../conformance/errors.ts'
import type { ClientEnd } from '../../../conformance/ports/client.ts'
import { endGroup, noteGroup, signalGroup } from './groups.ts'
import { Printed } from './printed.ts'
import { startTimeLimit } from './time-limit.ts'

const MOST_BYTES = 64 * 1024 * 1024
const TERM_MS = 500
/** How long output may still arrive after the process has ended. */
const DRAIN_MS = 200

export interface Starting {
  /** Program and arguments. */
  readonly command: readonly string[]
  readonly folder: string
  readonly env: Environment
  /** Does not include the time for which this machine was blocked. */
  readonly timeoutMs: number
  /** For how long this machine has been blocked so far, in milliseconds. */
  readonly lostMs: () => number
  /** Ends the process when aborted. */
  readonly closed: AbortSignal
}

export interface Started {
  readonly end: ClientEnd
  readonly printed: Printed
  readonly elapsedMs: number
}

/**
 * Runs a client to its end, without a shell and as the leader of a process group. It is killed with its children after
 * `timeoutMs`, when it prints too much, and when the run is over.
 */
export function runClient(starting: Starting): Promise<Started> {
  const { command, folder, env, timeoutMs, lostMs, closed } = starting
  const [program = '', ...args] = command
  const printed = new Printed()
  const began = performance.now()
  return new Promise((resolve) => {
    let child: ChildProcess
    let over = false
    let timer: NodeJS.Timeout | undefined
    let endLimit = () => {}
    let cause: ClientEnd | undefined

    const finish = (end: ClientEnd) => {
      if (over) return
      over = true
      clearTimeout(timer)
      endLimit()
      closed.removeEventListener('abort', abort)
      // Also ends children that the client left running.
      if (child?.pid !== undefined) endGroup(child.pid)
      child?.stdout?.destroy()
      child?.stderr?.destroy()
      resolve({ end: cause ?? end, printed, elapsedMs: Math.round(performance.now() - began) })
    }
    const stop = (why: ClientEnd) => {
      if (cause !== undefined || over) return
      cause = why
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGTERM')
      timer = setTimeout(() => finish(why), TERM_MS)
    }
    const abort = () => stop({ kind: 'killed', signal: 'the end of the run' })

    try {
      child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      finish({ kind: 'not-started', message: messageOf(error) })
      return
    }
    if (child.pid !== undefined) noteGroup(child.pid)
    endLimit = startTimeLimit({
      limitMs: timeoutMs,
      lostMs,
      over: () => stop({ kind: 'timeout', afterMs: Math.round(performance.now() - began) }),
    })
    if (closed.aborted) abort()
    else closed.addEventListener('abort', abort, { once: true })
    const more = (bytes: number) => {
      if (bytes > MOST_BYTES) stop({ kind: 'flooded', bytes })
    }
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) printed.read(stream, more)
    child.on('error', (error) => finish({ kind: 'not-started', message: messageOf(error) }))
    child.on('exit', (code, signal) => {
      const end: ClientEnd =
        code === null ? { kind: 'killed', signal: signal ?? '?' } : { kind: 'exited', code }
      // A child of the client may keep the pipes open without end.
      child.once('close', () => finish(end))
      setTimeout(() => finish(end), DRAIN_MS)
    })
  })
}
