import { fileURLToPath } from 'node:url'
import { type BehaviourChanges, changeBehaviour, standardBehaviour } from './behaviour.ts'
import { startClock } from './clock-start.ts'
import { createApi } from './http/api.ts'
import { knownGood } from './known-good.ts'
import { openFirstAccounts, type SandboxCredentials } from './office/first-accounts.ts'
import { createPlatform } from './platform.ts'
import type { ValidSubmission } from './quotes/quote.ts'
import { startRandom } from './random.ts'

/** A request to the quote API or to the token endpoint, by its path on the sandbox. */
export interface InProcessRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

export interface InProcessAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A platform without servers, events or control API: the caller listens and passes requests on. */
export interface InProcessSandbox {
  readonly credentials: SandboxCredentials
  /** A submission that becomes ready to bind. */
  readonly submission: ValidSubmission
  handle(request: InProcessRequest): Promise<InProcessAnswer>
  close(): Promise<void>
}

/** Makes a platform on the machine's own time; it gets its requests by calls in this process. */
export function makeInProcessSandbox(
  behaviour: BehaviourChanges,
  { origin }: { readonly origin: string },
): InProcessSandbox {
  const platform = createPlatform({
    behaviour: changeBehaviour(standardBehaviour, behaviour),
    clock: startClock('real'),
    random: startRandom(),
  })
  platform.origin = origin
  const api = createApi(platform, {
    tls: undefined,
    descriptionFile: fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url)),
  })
  return {
    credentials: openFirstAccounts(platform),
    submission: knownGood(platform.clock.now()),
    async handle({ method, path, headers, body }) {
      const answer = await api.inject({ method, url: path, headers, payload: Buffer.from(body) })
      const written = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      )
      return { status: answer.statusCode, headers: Object.fromEntries(written), body: answer.rawPayload }
    },
    async close() {
      platform.clock.stop()
      await api.close()
    },
  }
}
