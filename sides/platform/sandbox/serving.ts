import { parentPort } from 'node:worker_threads'
import { once } from '../../../conformance/once.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../targets/sandbox/index.ts'
import { sandboxOf } from './kind.ts'
import type { Reply, Request, ThreadData } from './protocol.ts'

// The thread that serves the sandboxes of a run.
let options: (() => Promise<SandboxOptions>) | undefined
const open = new Map<number, Sandbox>()

async function start(number: number, { kind, seed }: ThreadData): Promise<Reply> {
  // All sandboxes of a thread are of one kind.
  options ??= once(() => sandboxOf(kind))
  const sandbox = await startSandbox({ ...(await options()), seed, clock: 'virtual' })
  open.set(number, sandbox)
  return { number, profile: sandbox.profile(), worksInRealTime: sandbox.worksInRealTime }
}

async function close(number: number): Promise<Reply> {
  await open.get(number)?.close()
  open.delete(number)
  return { number }
}

parentPort?.on('message', (request: Request) => {
  const { number } = request
  const done = request.wish === 'start' ? start(number, request.data) : close(number)
  done.catch((error: unknown): Reply => ({ number, error })).then((reply) => parentPort?.postMessage(reply))
})
