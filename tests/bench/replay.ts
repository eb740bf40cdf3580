import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Dispatcher, Pool } from 'undici'

/** A request as undici received it. */
export interface Sent {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
}

const CHANNEL = 'undici:request:create'
const AT_ONCE = 8

/** Records every request to a server from now on, whoever makes it. */
export function recorded(url: string): { end(): readonly Sent[] } {
  const { origin } = new URL(url)
  const sent: Sent[] = []
  const hear = (message: unknown): void => {
    const { request } = message as { request: Sent & { readonly origin: string } }
    if (request.origin !== origin) return
    const { method, path, body, headers } = request
    sent.push({ method, path, body, headers })
  }
  subscribe(CHANNEL, hear)
  return {
    end() {
      unsubscribe(CHANNEL, hear)
      return sent
    },
  }
}

/** Sends recorded requests as quickly as undici can, and reads the answers. Returns seconds. */
export async function replay(url: string, requests: readonly Sent[]): Promise<number> {
  const pool = new Pool(new URL(url).origin, { connections: AT_ONCE })
  const waiting = requests.map((one) => ({ ...one, headers: [...one.headers] })).values()
  const started = performance.now()
  const work = async () => {
    for (const one of waiting) {
      const answer = await pool.request(one)
      if (answer.statusCode === 401) throw new Error('the token of the recorded requests is no longer good')
      await answer.body.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return seconds
}
