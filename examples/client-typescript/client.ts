// A client of the quote API that is right in every respect. Needs Node 24 and the package undici:
//
//   QUOTE_BASE_URL=... QUOTE_AUTH_URL=... QUOTE_CLIENT_ID=... QUOTE_CLIENT_SECRET=... QUOTE_INTEGRATION_KEY=... \
//   QUOTE_SUBMISSION=submission.json QUOTE_WORKDIR=out node client.ts
//
// It submits, waits for the rating, updates a contact, binds, saves both documents and writes result.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** The quote record, as far as this client uses it. Fields that it does not know are ignored. */
interface Quote {
  readonly quote_id: string
  readonly quote_status: string
}

const {
  QUOTE_BASE_URL: baseUrl = '',
  QUOTE_AUTH_URL: authUrl = '',
  QUOTE_CLIENT_ID: clientId = '',
  QUOTE_CLIENT_SECRET: clientSecret = '',
  QUOTE_INTEGRATION_KEY: integrationKey = '',
  QUOTE_SUBMISSION: submissionFile = 'submission.json',
  QUOTE_WORKDIR: folder = '.',
  QUOTE_JOURNEY: journey = 'submit,poll,update,bind,proposal,policy',
  QUOTE_CA: ca,
} = process.env

const POLL_MS = 2200
const MOST_TRIES = 5
/** A token is renewed so long before it expires, or at half of a shorter life. */
const MARGIN_MS = 60_000
/** While the platform works on a quote, its state changes by itself. */
const PASSING = new Set(['pending', 'bound'])

const dispatcher = new Agent(ca === undefined ? {} : { connect: { ca: readFileSync(ca, 'utf8') } })
const does = (step: string): boolean => journey.split(',').includes(step)

/** An answer that ends the journey; `declined` is the decision of an underwriter and no mistake. */
class Refused extends Error {
  readonly declined: boolean

  constructor(message: string, declined = false) {
    super(message)
    this.declined = declined
  }
}

/** Sends until there is an answer other than a 5xx, with longer and longer pauses. Redirects are not followed. */
async function persistently(what: string, send: () => Promise<Dispatcher.ResponseData>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    let why = ''
    try {
      const { statusCode, body } = await send()
      const answer = { status: statusCode, body: Buffer.from(await body.arrayBuffer()) }
      if (answer.status < 500) return answer
      why = `status ${answer.status}`
    } catch (error) {
      why = error instanceof Error ? error.message : String(error)
    }
    log(`${what}: ${why}, attempt ${attempt}`)
    if (attempt >= MOST_TRIES) throw new Refused(`${what}: ${why}`)
    await pause(1000 * 2 ** (attempt - 1) * (0.75 + Math.random() / 2))
  }
}

let token: { readonly text: string; readonly renewAt: number } | undefined

async function freshToken(): Promise<string> {
  if (token !== undefined && Date.now() < token.renewAt) return token.text
  const form = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope: 'quote',
  }
  const { status, body } = await persistently('token', () =>
    request(authUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      dispatcher,
    }),
  )
  if (status !== 200) throw new Refused(`no token: status ${status}`)
  const { access_token, expires_in } = JSON.parse(body.toString('utf8'))
  const lifeMs = expires_in * 1000
  token = { text: access_token, renewAt: Date.now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) }
  return token.text
}

/** One request of the quote API. After a 401 it is sent once more with a new token. */
async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: string): Promise<Answer> {
  const send = async (): Promise<Answer> => {
    const authorization = `Bearer ${await freshToken()}`
    const headers = { authorization, 'x-integration-key': integrationKey }
    const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    return persistently(`${method} ${path}`, () =>
      request(`${baseUrl}${path}`, { method, headers: typed, body: body ?? null, dispatcher }),
    )
  }
  const answer = await send()
  if (answer.status !== 401) return answer
  token = undefined
  return send()
}

/** The `data` of a success; anything else is an error with the platform's own words. */
async function dataOf(method: 'GET' | 'POST' | 'PUT', path: string, body?: string): Promise<Quote> {
  const { status, body: bytes } = await call(method, path, body)
  if (status >= 300 && status !== 400) throw new Refused(`${method} ${path}: status ${status}`)
  const { status: word, data, error } = JSON.parse(bytes.toString('utf8'))
  if (word === 'declined' || word === 'error') throw new Refused(error.message, word === 'declined')
  return data
}

/** Polls while the quote's state changes by itself. */
async function settled(id: string): Promise<string> {
  for (;;) {
    await pause(POLL_MS)
    const { quote_status } = await dataOf('GET', `/status/${id}`)
    if (!PASSING.has(quote_status)) return quote_status
  }
}

/** Saves a document; while it is not ready (409) it is asked for again. */
async function save(id: string, document: string, file: string): Promise<void> {
  for (;;) {
    const { status, body } = await call('GET', `/document/${document}/stream/${id}`)
    if (status === 200) return writeFileSync(join(folder, file), body)
    if (status !== 409) throw new Refused(`${document}: status ${status}: ${body.toString('utf8')}`)
    await pause(POLL_MS)
  }
}

const result: { quote_id: string | null; quote_status: string | null; error: string | null } = {
  quote_id: null,
  quote_status: null,
  error: null,
}

async function travel(): Promise<void> {
  const quote = await dataOf('POST', '/submit', readFileSync(submissionFile, 'utf8'))
  const id = quote.quote_id
  const note = (status: string): string => {
    result.quote_status = status
    return status
  }
  result.quote_id = id
  note(quote.quote_status)
  if (!does('poll') || note(await settled(id)) !== 'ready_to_bind') return
  if (does('update')) {
    await dataOf('PUT', `/update/${id}`, JSON.stringify({ it_manager_same: true }))
    // An update queues a re-rating.
    if (note(await settled(id)) !== 'ready_to_bind') return
  }
  if (does('proposal')) await save(id, 'quote-proposal', 'proposal.pdf')
  if (!does('bind')) return
  await dataOf('PUT', `/bind/${id}`, '{}')
  if (note(await settled(id)) === 'issued' && does('policy')) await save(id, 'policy', 'policy.pdf')
}

function log(line: string): void {
  process.stderr.write(`${result.quote_id ?? 'no quote yet'}: ${line}\n`)
}

try {
  await travel()
} catch (error) {
  result.error = error instanceof Error ? error.message : String(error)
  if (error instanceof Refused && error.declined) result.quote_status = 'declined'
  else process.exitCode = 1
  log(result.error)
}
writeFileSync(join(folder, 'result.json'), JSON.stringify(result))
await dispatcher.close()
