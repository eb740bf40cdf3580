import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../api/index.ts'

/** An entry of a HAR file, as tools write them. */
export interface HarEntry {
  startedDateTime?: string
  time?: number
  request: {
    method: string
    url: string
    headers: { name: string; value: string }[]
    postData?: Record<string, unknown>
  }
  response: {
    status: number
    headers: { name: string; value: string }[]
    content: Record<string, unknown>
  }
}

/** A partner's own tests against a sandbox, as a tool of theirs would record them: every secret is in it. */
export interface Session {
  readonly entries: HarEntry[]
  readonly signingSecret: string
  readonly secrets: readonly string[]
  readonly quoteId: string
}

export const harOf = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'another tool', version: '1' }, entries } })

/** Records a journey from token to policy, a decline, refusals and deliveries. */
export async function recordSession(options: SandboxOptions = {}): Promise<Session> {
  const sandbox = await startSandbox({ seed: 7, clock: 'virtual', ...options })
  const tape = new Tape()
  const receiver = await receiverOn(tape)
  try {
    const { secret: signingSecret = '' } = await control(sandbox, 'POST', '/endpoints', {
      url: receiver.url,
      events: ['quote.created', 'quote.proposalReady', 'policy.created'],
    })
    const { client_id, client_secret, integration_key } = sandbox.credentials
    const grant = { client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }
    const form = new URLSearchParams(grant).toString()
    const { access_token: token = '' } = await tape.send('POST', sandbox.authUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
    const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      tape.send(method, `${sandbox.baseUrl}${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          'x-integration-key': integration_key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const effective_date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const submission = { ...sandbox.submission, effective_date }
    const quoteId = (await send('POST', '/submit', submission)).data?.quote_id ?? ''
    const poll = async () => {
      await control(sandbox, 'POST', '/clock/advance', { milliseconds: 3000 })
      await send('GET', `/status/${quoteId}`)
    }
    for (let turn = 0; turn < 4; turn += 1) await poll()
    await send('PUT', `/update/${quoteId}`, { it_manager_same: true })
    for (let turn = 0; turn < 4; turn += 1) await poll()
    await send('GET', `/document/quote-proposal/stream/${quoteId}`)
    await send('PUT', `/bind/${quoteId}`, {})
    for (let turn = 0; turn < 4; turn += 1) await poll()
    await send('GET', `/document/policy/stream/${quoteId}`)
    await send('POST', '/submit', { ...submission, naics: 'many' })
    await send('POST', '/submit', { ...submission, retention: -1 })
    await send('GET', `/status/${quoteId}`, undefined, { 'x-integration-key': 'no-such-key-at-all' })
    await send('GET', '/status/00000000-0000-4000-8000-000000000000')
    await poll()
    return { entries: tape.entries, signingSecret, secrets: [token, client_secret, integration_key], quoteId }
  } finally {
    await receiver.close()
    await sandbox.close()
  }
}

interface Answered {
  readonly access_token?: string
  readonly secret?: string
  readonly data?: { readonly quote_id?: string }
}

async function control(
  { controlUrl, controlSecret }: Sandbox,
  method: string,
  path: string,
  body: object,
): Promise<Answered> {
  const headers = { 'x-control-secret': controlSecret, 'content-type': 'application/json' }
  const answer = await fetch(`${controlUrl}${path}`, { method, headers, body: JSON.stringify(body) })
  return JSON.parse((await answer.text()) || '{}') as Answered
}

const named = (headers: Iterable<readonly [string, string]>) =>
  [...headers].map(([name, value]) => ({ name, value }))

/** Writes down requests with their answers. */
class Tape {
  readonly entries: HarEntry[] = []
  /** Moves on with each entry, as a client that waits between its requests. */
  #at = Date.now()

  add(entry: Omit<HarEntry, 'startedDateTime' | 'time'>): void {
    this.#at += 2500
    this.entries.push({ startedDateTime: new Date(this.#at).toISOString(), time: 12.5, ...entry })
  }

  async send(
    method: string,
    url: string,
    { headers, body }: { readonly headers: Record<string, string>; readonly body?: string },
  ): Promise<Answered> {
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isPdf = answer.headers.get('content-type') === 'application/pdf'
    this.add({
      request: {
        ...{ method, url, headers: named(Object.entries(headers)) },
        ...(body !== undefined && { postData: { mimeType: headers['content-type'], text: body } }),
      },
      response: {
        status: answer.status,
        headers: named(answer.headers),
        content: {
          size: bytes.length,
          ...(isPdf ? { text: bytes.toString('base64'), encoding: 'base64' } : { text: bytes.toString() }),
        },
      },
    })
    return isPdf || !bytes.toString().startsWith('{') ? {} : (JSON.parse(bytes.toString()) as Answered)
  }
}

/** The partner's receiver, which writes down what is delivered. */
async function receiverOn(tape: Tape): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += String(piece)
    const headers = named(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
    )
    tape.add({
      request: {
        ...{ method: request.method ?? '', url: `http://hooks.partner.example${request.url}`, headers },
        postData: { mimeType: 'application/json', text },
      },
      response: { status: 200, headers: [], content: { size: 0, text: '' } },
    })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
