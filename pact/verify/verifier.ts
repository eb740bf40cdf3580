import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import { compileCache } from '../../conformance/compile-cache.ts'
import type { VerifierResult, VerifierTask } from './child.ts'

/** The library's verifier. */
export interface Verifier {
  /** Verifies one interaction at a time: a second task waits until the first is done. */
  perform(task: VerifierTask): Promise<VerifierResult>
  close(): void
}

/** Starts the verifier in a process of its own, with the first task, because the verifier starts threads and prints. */
export function startVerifier(): Verifier {
  let child: ChildProcess | undefined
  let before: Promise<unknown> = Promise.resolve()
  return {
    perform(task) {
      const done = before.then(() => {
        child ??= started()
        return performed(child, task)
      })
      before = done.catch(() => undefined)
      return done
    },
    close: () => void child?.kill(),
  }
}

function started(): ChildProcess {
  const file = join(import.meta.dirname, `child${extname(import.meta.filename)}`)
  // Almost empty environment: no proxy setting may come between the verifier and the front server.
  return fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: compileCache() })
}

function performed(child: ChildProcess, task: VerifierTask): Promise<VerifierResult> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("the library's verifier ended unexpectedly"))
    child.once('exit', ended)
    child.once('message', (done: VerifierResult) => {
      child.off('exit', ended)
      resolve(done)
    })
    child.send(task)
  })
}
