import { isObject } from '../../../conformance/json/object.ts'
import type { TokenMark } from '../../../conformance/ports/client.ts'

/** A client may use a token to its last moment, and the request still needs time to arrive. */
const GRACE_MS = 1000

interface Known {
  readonly expiresAt: number
  refused: boolean
}

/** The tokens that were issued in one session. Times in milliseconds of the session. */
export class TokenBook {
  readonly #known = new Map<string, Known>()

  /** Notes a token from the answer to a token request. */
  note(body: unknown, now: number): string | undefined {
    if (!isObject(body) || typeof body.access_token !== 'string') return undefined
    const seconds = typeof body.expires_in === 'number' ? body.expires_in : 3600
    this.#known.set(body.access_token, { expiresAt: now + seconds * 1000 + GRACE_MS, refused: false })
    return body.access_token
  }

  /** Makes a token invalid. */
  refuse(authorization: string | undefined): void {
    const known = this.#known.get(bearerOf(authorization) ?? '')
    if (known !== undefined) known.refused = true
  }

  mark(authorization: string | undefined, now: number): TokenMark {
    if (authorization === undefined) return 'none'
    const known = this.#known.get(bearerOf(authorization) ?? '')
    if (known === undefined) return 'unknown'
    if (known.refused) return 'refused'
    return now > known.expiresAt ? 'expired' : 'own'
  }
}

const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
