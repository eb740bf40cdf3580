import { type MessageProviders, providerWithMetadata, Verifier } from '@pact-foundation/pact'
import { messageOf } from '../../conformance/errors.ts'
import { MESSAGE_PATH, STATES_PATH } from './paths.ts'

/** A request as the library's proxy passes it to filters. */
interface Filtered {
  readonly headers: Record<string, string | string[] | undefined>
  body: Buffer | Record<string, string>
}

/** One interaction to verify, in a file of its own. */
export interface VerifierTask {
  readonly file: string
  readonly provider: string
  readonly description: string
  readonly states: readonly string[]
  /** Address of the front server. */
  readonly url: string
}

/** The library's own result, as JSON text; `ok` where every expectation was met. */
export interface VerifierResult {
  readonly ok: boolean
  readonly text: string
}

/** The longest time for one request to the platform, including its provider states. */
const TIMEOUT_MS = 300_000

/** The library's proxy parses forms and sends them as JSON. This turns them into forms again. */
function asForm(request: Filtered, _: unknown, next: () => void): void {
  const isForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')
  if (isForm && !Buffer.isBuffer(request.body)) {
    request.body = Buffer.from(new URLSearchParams(request.body).toString())
    request.headers['content-length'] = String(request.body.length)
  }
  next()
}

async function verify({ file, provider, description, states, url }: VerifierTask): Promise<VerifierResult> {
  const ask = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
    const value = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(value))
    return value as Answer
  }
  const messageProviders: MessageProviders = {
    [description]: async () => {
      const { contents, metadata } = await ask<{ contents: never; metadata: Record<string, string> }>(
        MESSAGE_PATH,
        {},
      )
      return providerWithMetadata(async () => contents, { contentType: 'application/json', ...metadata })(
        {} as never,
      )
    },
  }
  const verifier = new Verifier({
    provider,
    providerBaseUrl: url,
    pactUrls: [file],
    stateHandlers: Object.fromEntries(
      states.map((state) => [
        state,
        (params: unknown) => ask<Record<string, string>>(STATES_PATH, { state, params }),
      ]),
    ),
    messageProviders,
    requestFilter: asForm,
    logLevel: 'error',
    timeout: TIMEOUT_MS,
  })
  try {
    return { ok: true, text: String(await verifier.verifyProvider()) }
  } catch (error) {
    return { ok: false, text: messageOf(error) }
  }
}

process.on('message', async (task: VerifierTask) => {
  process.send?.(await verify(task))
})
