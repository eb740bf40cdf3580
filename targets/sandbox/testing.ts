import type { PlatformEvent } from './events/event.ts'
import { type EmbeddedOptions, type EmbeddedSandbox, startEmbedded } from './index.ts'

/** An answer as tests read it. */
export interface Seen {
  readonly status: number
  readonly type: string
  readonly headers: Headers
  readonly text: string
  /** The parsed body; empty when it is not JSON. */
  readonly json: Json
}

/** A JSON value whose members a test reads; missing ones are undefined. */
export interface Json {
  readonly [name: string]: Json | undefined
}

export interface Driver extends AsyncDisposable {
  readonly sandbox: EmbeddedSandbox
  /** Sends a request with valid credentials; `headers` replace headers, or remove them when empty. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Seen>
  control(method: string, path: string, body?: unknown): Promise<Seen>
  token(changes?: Record<string, string | null>): Promise<Seen>
  advance(milliseconds: number): Promise<void>
  /** Submits the known-good submission with changes; returns the id. */
  submit(changes?: Record<string, unknown>): Promise<string>
  state(id: string): Promise<string>
  events(): Promise<readonly PlatformEvent[]>
}

export async function see(answer: Response): Promise<Seen> {
  const text = await answer.text()
  let json: Json = {}
  try {
    json = JSON.parse(text)
  } catch {}
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, headers: answer.headers, text, json }
}

/** A sandbox with everything a test needs to drive it. It is stopped when it is disposed of. */
export async function drive(options: EmbeddedOptions = {}): Promise<Driver> {
  const sandbox = await startEmbedded(options)
  const { credentials: own, baseUrl, authUrl, controlUrl, controlSecret } = sandbox

  const token: Driver['token'] = async (changes = {}) => {
    const { client_id, client_secret } = own
    const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote', ...changes }
    const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== null)
    return see(await fetch(authUrl, { method: 'POST', body: new URLSearchParams(given) }))
  }
  const bearer = `Bearer ${(await token()).json.access_token}`

  const call: Driver['call'] = async (method, path, body, changes = {}) => {
    const headers = new Headers({ authorization: bearer, 'x-integration-key': own.integration_key })
    if (body !== undefined) headers.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(changes))
      value === '' ? headers.delete(name) : headers.set(name, value)
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    return see(await fetch(`${baseUrl}${path}`, { method, headers, body: sent }))
  }
  const control: Driver['control'] = async (method, path, body) =>
    see(
      await fetch(`${controlUrl}${path}`, {
        method,
        headers: { 'x-control-secret': controlSecret },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )

  return {
    sandbox,
    call,
    control,
    token,
    async advance(milliseconds) {
      const { status, text } = await control('POST', '/clock/advance', { milliseconds })
      if (status !== 200) throw new Error(text)
    },
    async submit(changes = {}) {
      const { json, text } = await call('POST', '/submit', { ...sandbox.submission, ...changes })
      if (json.data === undefined) throw new Error(text)
      return String(json.data.quote_id)
    },
    state: async (id) => String((await call('GET', `/status/${id}`)).json.data?.quote_status),
    events: async () => JSON.parse((await control('GET', '/events')).text).events,
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}
