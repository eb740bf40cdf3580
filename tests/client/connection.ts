import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type Got, type Operation, Refused, type Sent } from './messages.ts'

/** The connection of a client: its token, its headers, its attempts. A test may replace each step. */
export class Connection {
  env = process.env as Readonly<Record<string, string>>
  agent = this.agentWith({})
  token: { readonly text: string; readonly renewAt: number } | undefined
  tries = 5
  most401 = 1

  agentWith(options: Agent.Options): Agent {
    const { QUOTE_CA: ca } = this.env
    return new Agent(ca === undefined ? options : { ...options, connect: { ca: readFileSync(ca) } })
  }

  /** The pause before another attempt; the first attempt has number 1. */
  pauseMs(attempt: number): number {
    return 500 * 2 ** (attempt - 1)
  }

  retries(_operation: Operation, _status: number | undefined, _got?: Got): boolean {
    return true
  }

  form(): Record<string, string> {
    const { QUOTE_CLIENT_ID: client_id = '', QUOTE_CLIENT_SECRET: client_secret = '' } = this.env
    return { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
  }

  tokenRequest(): Omit<Sent, 'operation'> {
    return {
      method: 'POST',
      url: this.env.QUOTE_AUTH_URL ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(this.form()).toString(),
    }
  }

  isFresh(_operation: Operation): boolean {
    return this.token !== undefined && Date.now() < this.token.renewAt
  }

  renewAt(seconds: number): number {
    return Date.now() + seconds * 1000 - Math.min(60_000, seconds * 500)
  }

  readToken(body: Buffer): { readonly access_token: string; readonly expires_in: number } {
    return JSON.parse(body.toString('utf8'))
  }

  async fetchToken(): Promise<void> {
    const { status, body } = await this.persistently(() => ({ operation: 'token', ...this.tokenRequest() }))
    if (status !== 200) throw new Refused(`no token: ${status}`)
    const { access_token, expires_in } = this.readToken(body)
    this.token = { text: access_token, renewAt: this.renewAt(expires_in) }
  }

  authorization(): string {
    return `Bearer ${this.token?.text}`
  }

  headers(_operation: Operation, body: string | undefined): Record<string, string> {
    return {
      authorization: this.authorization(),
      'x-integration-key': this.env.QUOTE_INTEGRATION_KEY ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
  }

  /** Sends one request. */
  async wire({ method, url, headers, body }: Sent): Promise<Got> {
    const {
      statusCode,
      headers: given,
      body: bytes,
    } = await request(url, {
      method: method as 'GET',
      headers,
      body: body ?? null,
      dispatcher: this.agent,
    })
    return { status: statusCode, headers: given, body: Buffer.from(await bytes.arrayBuffer()) }
  }

  async persistently(make: () => Sent): Promise<Got> {
    for (let attempt = 1; ; attempt += 1) {
      const sent = make()
      let got: Got | undefined
      let why = ''
      try {
        got = await this.wire(sent)
        if (got.status < 500) return got
        why = `status ${got.status}`
      } catch (error) {
        why = error instanceof Error ? error.message : String(error)
      }
      if (attempt >= this.tries || !this.retries(sent.operation, got?.status, got)) throw new Refused(why)
      await pause(this.pauseMs(attempt))
    }
  }

  path(operation: Operation, id: string): string {
    const isDocument =
      operation === 'quote-proposal' || operation === 'policy' || operation === 'quote-preview'
    if (operation === 'submit') return '/submit'
    return isDocument ? `/document/${operation}/stream/${id}` : `/${operation}/${id}`
  }

  method(operation: Operation): string {
    return operation === 'submit' ? 'POST' : operation === 'update' || operation === 'bind' ? 'PUT' : 'GET'
  }

  async call(operation: Operation, id: string, body?: string): Promise<Got> {
    for (let refused = 0; ; refused += 1) {
      if (!this.isFresh(operation)) await this.fetchToken()
      const url = `${this.env.QUOTE_BASE_URL}${this.path(operation, id)}`
      const got = await this.persistently(() => ({
        operation,
        method: this.method(operation),
        url,
        headers: this.headers(operation, body),
        body,
      }))
      if (got.status !== 401 || refused >= this.most401) return got
      this.renew()
    }
  }

  renew(): void {
    this.token = undefined
  }
}
