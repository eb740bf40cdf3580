import { setTimeout as pause } from 'node:timers/promises'

/** Values that a session shows, by their names. */
export type Settings = Readonly<Record<string, string>>

interface Sent {
  readonly status: number
  readonly data: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** The interval that the specification recommends. */
const POLL_MS = 2100

/** The server of a partner's web application. It gets the settings that a person types in, and performs one journey. */
export class PartnerApplication {
  readonly #settings: Settings
  #token = ''

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async logIn(): Promise<void> {
    const {
      QUOTE_AUTH_URL: url = '',
      QUOTE_CLIENT_ID: id = '',
      QUOTE_CLIENT_SECRET: secret = '',
    } = this.#settings
    const form = { client_id: id, client_secret: secret, grant_type: 'client_credentials', scope: 'quote' }
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    this.#token = ((await answer.json()) as { readonly access_token: string }).access_token
  }

  /** @param body sent as JSON; absent: no body */
  async send(method: string, path: string, body?: unknown, without?: 'key'): Promise<Sent> {
    const { QUOTE_BASE_URL: url = '', QUOTE_INTEGRATION_KEY: key = '' } = this.#settings
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(without !== 'key' && { 'x-integration-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: answer.status, data: isJson ? (JSON.parse(bytes.toString()).data ?? {}) : {}, bytes }
  }

  /** Performs the whole journey without faults and returns the documents. */
  async perform(submission: unknown): Promise<{ readonly proposal: Buffer; readonly policy: Buffer }> {
    await this.logIn()
    const { data } = await this.send('POST', '/submit', submission)
    const id = data.quote_id ?? ''
    await this.#until(id, 'ready_to_bind')
    const proposal = await this.#proposal(id)
    await this.send('PUT', `/bind/${id}`, {})
    await this.#until(id, 'issued')
    const policy = await this.send('GET', `/document/policy/stream/${id}`)
    return { proposal, policy: policy.bytes }
  }

  async #until(id: string, state: string): Promise<void> {
    do await pause(POLL_MS)
    while ((await this.send('GET', `/status/${id}`)).data.quote_status !== state)
  }

  async #proposal(id: string): Promise<Buffer> {
    for (;;) {
      const { status, bytes } = await this.send('GET', `/document/quote-proposal/stream/${id}`)
      if (status === 200) return bytes
      await pause(POLL_MS)
    }
  }
}
