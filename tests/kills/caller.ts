import type { KeptSandbox } from './sandbox.ts'

export interface Credentials {
  readonly client_id: string
  readonly client_secret: string
  readonly integration_key: string
}

/** The members of an answer's JSON that the operations read. */
export interface AnswerJson {
  readonly [name: string]: AnswerJson | undefined
}

export interface Answered {
  readonly status: number
  readonly json: AnswerJson
  readonly bytes: Uint8Array
}

/** Sends requests to a sandbox that may be killed at any moment. */
export interface Caller {
  /** @throws when no answer came */
  api(method: string, path: string, body?: unknown): Promise<Answered>
  control(method: string, path: string, body?: unknown): Promise<Answered>
  /** Asks for a token; its text, or undefined where it is refused. */
  token(credentials: Credentials): Promise<string | undefined>
  /** Requests to the API carry this token from now on. */
  use(token: string): void
}

export function caller(sandbox: KeptSandbox, own: Credentials, secret: string): Caller {
  let bearer = ''
  const send = async (url: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
    const bytes = await answer.bytes()
    let json: AnswerJson = {}
    try {
      json = JSON.parse(new TextDecoder().decode(bytes))
    } catch {}
    return { status: answer.status, json, bytes }
  }
  const jsonOf = (body: unknown) => (body === undefined ? null : JSON.stringify(body))
  return {
    api: (method, path, body) =>
      send(`${sandbox.origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          'x-integration-key': own.integration_key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: jsonOf(body),
      }),
    control: (method, path, body) =>
      send(`${sandbox.controlUrl}${path}`, {
        method,
        headers: { 'x-control-secret': secret },
        body: jsonOf(body),
      }),
    async token({ client_id, client_secret }) {
      const form = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
      const { json } = await send(`${sandbox.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return json.access_token === undefined ? undefined : String(json.access_token)
    },
    use(token) {
      bearer = token
    },
  }
}
