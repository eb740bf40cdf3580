import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'

export type Operation =
  | 'token'
  | 'submit'
  | 'status'
  | 'update'
  | 'bind'
  | 'quote-proposal'
  | 'policy'
  | 'quote-preview'

export interface Sent {
  readonly operation: Operation
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

export interface Got {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

export class Refused extends Error {
  readonly declined: boolean

  constructor(message: string, declined = false) {
    super(message)
    this.declined = declined
  }
}

export interface Record_ {
  readonly quote_id: string
  readonly quote_status: string
  readonly [name: string]: unknown
}

/** A client in steps, each of which a test may replace; as it stands it is right in every respect. */
export class FakeClient {
  env = process.env as Readonly<Record<string, string>>
  agent = this.agentWith({})
  journey = (this.env.QUOTE_JOURNEY ?? '').split(',')
  folder = this.env.QUOTE_WORKDIR ?? '.'
  token: { readonly text: string; readonly renewAt: number } | undefined
  result: { quote_id: string | null; quote_status: string | null; error: string | null } = {
    quote_id: null,
    quote_status: null,
    error: null,
  }

  agentWith(options: Agent.Options): Agent {
    const { QUOTE_CA: ca } = this.env
    return new Agent(ca === undefined ? options : { ...options, connect: { ca: readFileSync(ca) } })
  }

  pollMs = 2000
  tries = 5
  passing: readonly string[] = ['pending', 'bound']
  most401 = 1

  /** The pause before another attempt; the first has number 1. */
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

  /** One request on the wire. */
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

  async dataOf(operation: Operation, id: string, body?: string): Promise<Record_> {
    const got = await this.call(operation, id, body)
    if (got.status >= 300 && got.status !== 400) throw new Refused(`${operation}: ${got.status}`)
    return this.read(JSON.parse(got.body.toString('utf8')), operation)
  }

  read(
    envelope: { status: string; data: Record_; error?: { message: string } },
    _operation: Operation,
  ): Record_ {
    if (envelope.status === 'declined' || envelope.status === 'error')
      throw new Refused(envelope.error?.message ?? '', envelope.status === 'declined')
    return envelope.data
  }

  note(state: string): string {
    this.result.quote_status = state
    return state
  }

  isSettled(state: string): boolean {
    return !this.passing.includes(state)
  }

  /** The pause before a poll; the first has number 0. */
  pollPause(_number: number): number {
    return this.pollMs
  }

  async settled(id: string, _phase: 'rating' | 'issue'): Promise<string> {
    for (let number = 0; ; number += 1) {
      await pause(this.pollPause(number))
      const state = this.note((await this.dataOf('status', id)).quote_status)
      if (this.isSettled(state)) return state
    }
  }

  async on409(): Promise<void> {
    await pause(this.pollMs)
  }

  saved(body: Buffer): Buffer | string {
    return body
  }

  async save(operation: Operation, id: string, file: string): Promise<void> {
    for (;;) {
      const { status, body } = await this.call(operation, id)
      if (status === 200) return writeFileSync(join(this.folder, file), this.saved(body))
      if (status !== 409) throw new Refused(`${operation}: ${status}`)
      await this.on409()
    }
  }

  submission(): string {
    return readFileSync(this.env.QUOTE_SUBMISSION ?? '', 'utf8')
  }

  updateBody(): string {
    return JSON.stringify({ it_manager_contact: { first_name: 'Ada', email: 'ada@it.example' } })
  }

  updatesIn: readonly string[] = ['ready_to_bind']
  bindsIn: readonly string[] = ['ready_to_bind']
  bindBody = '{}'
  proposalFirst = true

  async update(id: string, state: string): Promise<string> {
    if (!this.journey.includes('update') || !this.updatesIn.includes(state)) return state
    await this.dataOf('update', id, this.updateBody())
    return this.settled(id, 'rating')
  }

  async proposal(id: string): Promise<void> {
    if (this.journey.includes('proposal')) await this.save('quote-proposal', id, 'proposal.pdf')
  }

  async bind(id: string): Promise<void> {
    await this.dataOf('bind', id, this.bindBody)
    this.note('bound')
  }

  async policy(id: string): Promise<void> {
    const state = await this.settled(id, 'issue')
    if (state === 'issued' && this.journey.includes('policy')) await this.save('policy', id, 'policy.pdf')
  }

  async travel(): Promise<void> {
    const quote = await this.dataOf('submit', '', this.submission())
    const id = quote.quote_id
    this.result.quote_id = id
    this.note(quote.quote_status)
    const rated = await this.settled(id, 'rating')
    const state = await this.update(id, rated)
    if (this.proposalFirst && state === 'ready_to_bind') await this.proposal(id)
    if (!this.bindsIn.includes(state) || !this.journey.includes('bind')) return
    await this.bind(id)
    await this.policy(id)
    if (!this.proposalFirst) await this.proposal(id)
  }

  failed(error: unknown): number {
    this.result.error = error instanceof Error ? error.message : String(error)
    if (!(error instanceof Refused) || !error.declined) return 1
    this.note('declined')
    return 0
  }

  write(): void {
    writeFileSync(join(this.folder, 'result.json'), JSON.stringify(this.result))
  }

  exitCode(code: number): number {
    return code
  }

  async run(): Promise<void> {
    let code = 0
    try {
      await this.travel()
    } catch (error) {
      code = this.failed(error)
    }
    this.write()
    process.exitCode = this.exitCode(code)
    await this.agent.close()
  }
}
