import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { type Operation, type QuoteRecord, Refused } from './messages.ts'

/** A client in steps, which tests may replace. Without replacements it is right in every respect. */
export class FakeClient extends Connection {
  journey = (this.env.QUOTE_JOURNEY ?? '').split(',')
  folder = this.env.QUOTE_WORKDIR ?? '.'
  result: { quote_id: string | null; quote_status: string | null; error: string | null } = {
    quote_id: null,
    quote_status: null,
    error: null,
  }
  pollMs = 2000
  passing: readonly string[] = ['pending', 'bound']

  async dataOf(operation: Operation, id: string, body?: string): Promise<QuoteRecord> {
    const got = await this.call(operation, id, body)
    if (got.status >= 300 && got.status !== 400) throw new Refused(`${operation}: ${got.status}`)
    return this.read(JSON.parse(got.body.toString('utf8')), operation)
  }

  read(
    envelope: { status: string; data: QuoteRecord; error?: { message: string } },
    _operation: Operation,
  ): QuoteRecord {
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

  /** The pause before a poll; the first poll has number 0. */
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
