import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ServerReady, ServerTask } from './server.ts'

const children: ChildProcess[] = []

/** Starts a server in a process of its own, so that it shares no thread with its load. */
export async function serve(task: ServerTask): Promise<ServerReady> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)))
  children.push(child)
  child.send(task)
  const [ready] = await once(child, 'message')
  return ready as ServerReady
}

/** Ends every server. */
export function stop(): void {
  for (const child of children) child.kill()
}

export interface Access {
  readonly headers: Record<string, string>
}

/** The headers of a request with the right credentials. */
export async function accessTo({ profile }: ServerReady): Promise<Access> {
  const { auth_url, credentials } = profile as {
    auth_url: string
    credentials: Record<'client_id' | 'client_secret' | 'integration_key', string>
  }
  const { client_id, client_secret, integration_key } = credentials
  const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
  const answer = await fetch(auth_url, { method: 'POST', body: new URLSearchParams(form) })
  const token = (await answer.json()) as { access_token: string }
  return {
    headers: {
      authorization: `Bearer ${token.access_token}`,
      'x-integration-key': integration_key,
      'content-type': 'application/json',
    },
  }
}
