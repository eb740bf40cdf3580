import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { once } from '../../../conformance/once.ts'
import { type EmbeddedOptions, type EmbeddedSandbox, startEmbedded } from '../../../targets/sandbox/index.ts'
import { sandboxOf } from './kind.ts'
import type { Reply, Request, ThreadData } from './protocol.ts'

// The thread that serves the sandboxes of a run.
let options: (() => Promise<EmbeddedOptions>) | undefined
const open = new Map<number, Served>()

/** A sandbox with the folder of the certificate that its profile names; no folder without https. */
interface Served {
  readonly sandbox: EmbeddedSandbox
  readonly folder?: string
}

/** Writes the CA certificate to trust into a folder of its own, since a profile names a file. */
async function certified({
  caPem,
}: EmbeddedSandbox): Promise<{ readonly folder?: string; readonly ca?: string }> {
  if (caPem === undefined) return {}
  const folder = await mkdtemp(join(tmpdir(), 'quote-sandbox-'))
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, caPem)
  return { folder, ca }
}

async function start(number: number, { kind, seed }: ThreadData): Promise<Reply> {
  // All sandboxes of a thread are of one kind.
  options ??= once(() => sandboxOf(kind))
  const sandbox = await startEmbedded({ ...(await options()), seed, clock: 'virtual' })
  const { folder, ca } = await certified(sandbox)
  open.set(number, { sandbox, ...(folder !== undefined && { folder }) })
  const profile = { ...sandbox.profile(), ...(ca !== undefined && { tls: { ca } }) }
  return { number, profile, worksInRealTime: sandbox.worksInRealTime }
}

async function close(number: number): Promise<Reply> {
  const { sandbox, folder } = open.get(number) ?? {}
  open.delete(number)
  await sandbox?.close()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  return { number }
}

parentPort?.on('message', (request: Request) => {
  const { number } = request
  const done = request.wish === 'start' ? start(number, request.data) : close(number)
  done.catch((error: unknown): Reply => ({ number, error })).then((reply) => parentPort?.postMessage(reply))
})
