import { parentPort, workerData } from 'node:worker_threads'
import { once } from '../../../conformance/once.ts'
import { type Sandbox, startSandbox } from '../../../targets/sandbox/index.ts'
import { sandboxOf } from './kind.ts'
import type { Reply, Request, ThreadData } from './protocol.ts'

// The thread that serves the sandboxes of a run.
const { kind, seed } = workerData as ThreadData
const options = once(() => sandboxOf(kind))
const open = new Map<number, Sandbox>()

async function start(number: number): Promise<Reply> {
  const sandbox = await startSandbox({ ...(await options()), seed, clock: 'virtual' })
  open.set(number, sandbox)
  return { number, profile: sandbox.profile(), worksInRealTime: sandbox.worksInRealTime }
}

async function close(number: number): Promise<Reply> {
  await open.get(number)?.close()
  open.delete(number)
  return { number }
}

parentPort?.on('message', ({ number, wish }: Request) => {
  const done = wish === 'start' ? start(number) : close(number)
  done.catch((error: unknown): Reply => ({ number, error })).then((reply) => parentPort?.postMessage(reply))
})
