import { createHash } from 'node:crypto'
import type { Credentials, NamedClient } from '../../../conformance/exchange.ts'
import { type Headers, headerOf } from '../../../conformance/headers.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'
import { basicIn } from '../../../targets/evidence/basic.ts'
import type { PlatformProfile } from '../../../targets/profile/index.ts'

type Named = Readonly<Record<string, string | undefined>>

/** Tokens that are remembered; the oldest are forgotten first. */
const MOST_TOKENS = 10_000

/**
 * Names the credentials of requests in the words of the suite. The profile has keys and clients. A token is known once an answer to a
 * known client has shown it.
 */
export class CredentialNames {
  readonly #keys: Named
  readonly #clients: Readonly<Record<string, { readonly id: string; readonly secret: string } | undefined>>
  readonly #expired: string | undefined
  /** The owner of each token, by its hash. */
  readonly #tokens = new Map<string, string>()
  /** A name for each token, by its hash. */
  readonly #bearers = new Map<string, string>()
  #bearersSeen = 0

  constructor({ credentials }: Pick<PlatformProfile, 'credentials'>) {
    const { otherPartner, inactiveClient, disabledPartner } = credentials
    this.#keys = {
      primary: credentials.integrationKey,
      secondary: credentials.secondaryIntegrationKey,
      'other-partner': otherPartner?.integrationKey,
      'disabled-partner': disabledPartner?.integrationKey,
    }
    const client = (one: typeof inactiveClient) => one && { id: one.clientId, secret: one.clientSecret }
    this.#clients = {
      own: client(credentials),
      'other-partner': client(otherPartner),
      inactive: client(inactiveClient),
      'disabled-partner': client(disabledPartner),
    }
    this.#expired = credentials.expiredToken
  }

  /** The credentials of a request to a quote endpoint; `unknown` for any that are not known yet. */
  of(headers: Headers): Credentials {
    const [, token] = /^bearer\s+(\S.*)$/i.exec(authorizationIn(headers) ?? '') ?? []
    const bearer = token === undefined ? {} : { bearer: this.#bearer(token) }
    return { token: this.#token(headers), key: this.#key(headers), ...bearer }
  }

  /** The client that the form of a token request names, with the secret that it has. */
  client(form: URLSearchParams): NamedClient {
    return this.#named(form.get('client_id'), form.get('client_secret'))
  }

  /** The known client that a token request proves to be, by a form, by JSON or by Basic; undefined for any other. */
  owner(headers: Headers, text: string): string | undefined {
    for (const [id, secret] of clientsIn(headers, text)) {
      const named = this.#named(id, secret)
      if (named.id === named.secret && this.#clients[named.id] !== undefined) return named.id
    }
    return undefined
  }

  #named(id: string | null, secret: string | null): NamedClient {
    const name = (of: 'id' | 'secret', value: string | null, otherwise: string) =>
      value === null
        ? 'none'
        : (Object.entries(this.#clients).find(([, client]) => client?.[of] === value)?.[0] ?? otherwise)
    return { id: name('id', id, 'unknown'), secret: name('secret', secret, 'wrong') }
  }

  /** Learns the token that an answer granted a client, and returns its name; undefined where it granted none. */
  granted(owner: string, answer: string | undefined): string | undefined {
    const json = parseJson(answer)
    if (!isObject(json) || typeof json.access_token !== 'string') return undefined
    keep(this.#tokens, hashOf(json.access_token), owner)
    return this.#bearer(json.access_token)
  }

  /** A name that is equal for equal tokens, and says nothing of them. */
  #bearer(token: string): string {
    const known = this.#bearers.get(hashOf(token))
    if (known !== undefined) return known
    this.#bearersSeen += 1
    const name = `token ${this.#bearersSeen}`
    keep(this.#bearers, hashOf(token), name)
    return name
  }

  #token(headers: Headers): string {
    const value = authorizationIn(headers)
    if (value === undefined) return 'none'
    const [, scheme = '', token = ''] = /^(\S*)\s*(.*)$/.exec(value) ?? []
    if (token === '') return 'empty'
    if (token === this.#expired) return 'expired'
    return /^bearer$/i.test(scheme) ? (this.#tokens.get(hashOf(token)) ?? 'unknown') : 'other-scheme'
  }

  #key(headers: Headers): string {
    const values = headers.filter(([name]) => name === 'x-integration-key').map(([, value]) => value)
    const [value] = values
    if (value === undefined) return 'none'
    if (values.length > 1) return 'several'
    return Object.entries(this.#keys).find(([, key]) => key === value)?.[0] ?? 'unknown'
  }
}

const authorizationIn = (headers: Headers): string | undefined => headerOf(headers, 'authorization')

/** Sets a value; where there are too many, the oldest one is forgotten. */
function keep(map: Map<string, string>, key: string, value: string): void {
  if (map.size >= MOST_TOKENS) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

type IdAndSecret = readonly [id: string | null, secret: string | null]

/** Clients with their secrets at all places of a token request where they may stand. */
function clientsIn(headers: Headers, text: string): readonly IdAndSecret[] {
  const form = new URLSearchParams(text)
  const json = parseJson(text)
  const field = (name: string) => (isObject(json) && typeof json[name] === 'string' ? json[name] : null)
  return [
    ...headers.filter(([name]) => name === 'authorization').flatMap(([, value]) => basicIn(value)),
    [form.get('client_id'), form.get('client_secret')],
    [field('client_id'), field('client_secret')],
  ]
}

/** Hashes are kept in place of tokens. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')
