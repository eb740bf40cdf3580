import type { Exchange } from '../../../conformance/exchange.ts'
import { plainText } from '../../../conformance/json/plain-text.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { jsonIn } from '../http/request-sender.ts'
import type { Owner } from './present.ts'

/** The parts of a token answer that the suite needs to go on; claims judge the answer. */
export interface IssuedToken {
  readonly token: string
  /** Milliseconds. */
  readonly lifetimeMs: number
}

const DEFAULT_LIFETIME_S = 3600
const LONGEST_MARGIN_MS = 30_000

/** The token of an answer with a 2xx status; undefined when there is none. */
export const issuedToken = (
  status: number | undefined,
  body: Uint8Array | undefined,
): IssuedToken | undefined =>
  status === undefined || status < 200 || status > 299 || body === undefined
    ? undefined
    : tokenInJson(jsonIn(body))

/** The token in the JSON of an answer, if it is a text that can stand in a header; undefined when there is none. */
export function tokenInJson(json: unknown): IssuedToken | undefined {
  if (typeof json !== 'object' || json === null || !('access_token' in json)) return undefined
  const token = json.access_token
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return undefined
  const seconds = 'expires_in' in json ? Number(plainText(json.expires_in)) : DEFAULT_LIFETIME_S
  return { token, lifetimeMs: 1000 * (Number.isFinite(seconds) ? seconds : DEFAULT_LIFETIME_S) }
}

/** Describes the result of an exchange, as part of a sentence. */
export function exchangeResult({ answer, failure, request }: Exchange): string {
  const what = failure ? `failed (${failure.kind}: ${failure.message})` : `was answered ${answer?.status}`
  return `${request.method} ${request.url} ${what}`
}

type Obtain = () => Promise<{ readonly exchange: Exchange; readonly issued?: IssuedToken }>

/** Keeps one token for each owner, and uses it until shortly before it expires. */
export class TokenCache {
  readonly #now: () => number
  readonly #tokens = new Map<Owner, { readonly token: string; readonly until: number }>()
  readonly #pending = new Map<Owner, Promise<string>>()

  /** @param now milliseconds by the target's clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * A valid token. Callers that come while one is being obtained share it.
   *
   * @throws CannotTell when none could be obtained
   */
  async get(owner: Owner, obtain: Obtain): Promise<string> {
    const cached = this.#tokens.get(owner)
    if (cached && this.#now() < cached.until) return cached.token
    const pending = this.#pending.get(owner) ?? this.#refresh(owner, obtain)
    return pending
  }

  /** Forgets a token that was refused. */
  drop(token: string): void {
    for (const [owner, cached] of this.#tokens) if (cached.token === token) this.#tokens.delete(owner)
  }

  #refresh(owner: Owner, obtain: Obtain): Promise<string> {
    const asked = this.#now()
    const pending = obtain()
      .then(({ exchange, issued }) => {
        if (!issued) throw new CannotTell(`no access token could be obtained: ${exchangeResult(exchange)}`)
        const { token, lifetimeMs } = issued
        this.#tokens.set(owner, {
          token,
          until: asked + lifetimeMs - Math.min(LONGEST_MARGIN_MS, lifetimeMs / 10),
        })
        return token
      })
      .finally(() => this.#pending.delete(owner))
    this.#pending.set(owner, pending)
    return pending
  }
}
