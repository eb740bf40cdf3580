import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startEmbedded } from '../../targets/sandbox/index.ts'

/** Task from the parent: start the sandbox, or a server that answers everything with the given bytes. */
export type ServerTask =
  | { readonly kind: 'sandbox' }
  | {
      readonly kind: 'bare'
      readonly status: number
      readonly headers: Record<string, string>
      readonly body: string
    }

/** The address of the server; for the sandbox also the data that a client needs. */
export interface ServerReady {
  readonly url: string
  readonly profile?: Record<string, unknown>
  readonly submission?: unknown
}

// Runs as a child process, so that a server and its load share no thread.
process.once('message', async (task: ServerTask) => {
  process.send?.(task.kind === 'sandbox' ? await sandbox() : await bare(task))
})

async function sandbox(): Promise<ServerReady> {
  const { baseUrl, profile, submission } = await startEmbedded({ clock: 'running' })
  return { url: baseUrl, profile: profile(), submission }
}

async function bare({ status, headers, body }: Extract<ServerTask, { kind: 'bare' }>): Promise<ServerReady> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
