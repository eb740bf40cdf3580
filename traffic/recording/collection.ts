import { quoteNamedIn } from '../../conformance/event-subject.ts'
import type { Body, Exchange } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { EntryKind, Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { Spec } from '../../spec/index.ts'
import { arrivalOf, ofFittingSecrets } from './arrivals.ts'
import { clientLedgers } from './client-ledgers.ts'
import type { KnownOwners } from './credentials.ts'
import type { LeftOutCount, Message } from './message.ts'
import {
  byQuote,
  byScenario,
  byToken,
  ownerAt,
  quoteShown,
  type RecordedPlatform,
  sharedQuotes,
} from './placing.ts'
import { keptExchange, ledgerOf, type RecordedExchange } from './platform-ledger.ts'
import { asksForToken, isDelivery, isTelling, type Recogniser, recogniser } from './recognise.ts'
import { digest, type Secrets } from './secrets.ts'

/** Characters of texts that are kept at once. A longer recording is judged in parts. */
export const MOST_KEPT = 48 * 1024 * 1024
/** Characters that an entry takes besides its bodies. */
const EACH = 1500
/** Most bodies that are remembered, so that equal ones are kept once: a quote that is polled shows the same record again and again. */
const MOST_SHARED = 20_000

export interface CollectionOptions {
  readonly spec: Spec
  readonly secrets: Secrets
  readonly leftOut: LeftOutCount
  readonly signingSecrets: readonly string[]
  readonly owners: KnownOwners
  /** Addresses of a profile; without one they are found from the paths. */
  readonly addresses?: { readonly baseUrl: string; readonly authUrl: string }
  readonly mostKept?: number
}

/** The ledger of one platform, and the base address that tells it from others. */
export interface PlatformLedger {
  readonly base: string
  readonly ledger: Ledger
  /** The requests of its clients, one ledger for each file. */
  readonly clients: readonly Ledger[]
}

interface Delivered {
  readonly arrival: Arrival
  /** The scenario that it belongs to, in an export of this suite. */
  readonly scenario?: string
}

/** Collects the messages of recordings and sorts them by platform. What is none of the contract is counted and forgotten at once. */
export class Collection {
  readonly #options: CollectionOptions
  readonly #recognise: Recogniser
  readonly #byBase = new Map<string, RecordedExchange[]>()
  readonly #telling = new Set<string>()
  /** Requests that name no platform: for tokens, and those of an operator. */
  #apart: RecordedExchange[] = []
  #deliveries: Delivered[] = []
  readonly #bodies = new Map<string, Body>()
  #kept = 0

  constructor(options: CollectionOptions) {
    this.#options = options
    this.#recognise = recogniser(options.spec, options.addresses?.baseUrl)
  }

  /** True when so much is kept that it should be judged before more is taken. */
  get isFull(): boolean {
    return this.#kept > (this.#options.mostKept ?? MOST_KEPT)
  }

  /**
   * @param part of a recording that has an order of its own, because its clock jumped
   * @param source the file
   */
  take(message: Message, part: string, source: string): void {
    const { secrets, signingSecrets, leftOut, addresses } = this.#options
    if (message.own?.operation === 'operator') {
      secrets.learn(message)
      this.#apart.push(keptExchange(message, 'operator', undefined, this.#shared, source))
      this.#kept += EACH
      return
    }
    if (isDelivery(message)) {
      secrets.learn(message)
      if (message.body === undefined) {
        leftOut.add('deliveries without their bodies')
        return
      }
      const arrival = arrivalOf(message, signingSecrets)
      const { scenario } = message.own ?? {}
      this.#deliveries.push({ arrival, ...(scenario !== undefined && { scenario }) })
      this.#kept += EACH + (message.body?.length ?? 0)
      return
    }
    if (asksForToken(message) && isTokenAddress(message.url, addresses?.authUrl)) {
      secrets.learn(message)
      const kept = keptExchange(message, 'token', undefined, this.#shared, source)
      const issued = tokenIn(kept.exchange)
      this.#apart.push(issued === undefined ? kept : { ...kept, issued: digest(issued) })
      this.#kept += EACH
      return
    }
    const addressed = message.method === 'OPTIONS' ? undefined : this.#recognise(message)
    if (addressed === undefined) {
      leftOut.add('requests to other addresses')
      return
    }
    secrets.learn(message)
    const base = part === '' ? addressed.base : `${addressed.base} ${part}`
    if (isTelling(message) || addresses !== undefined) this.#telling.add(addressed.base)
    const operation = message.own?.operation ?? addressed.operation
    this.#keep(base, keptExchange(message, operation, addressed.quoteId, this.#shared, source))
  }

  #keep(base: string, kept: RecordedExchange): void {
    const { request } = kept.exchange
    this.#kept += EACH + (request.body?.length ?? 0)
    const own = this.#byBase.get(base)
    if (own === undefined) this.#byBase.set(base, [kept])
    else own.push(kept)
  }

  readonly #shared = (body: Body): Body => {
    if (body.text === undefined) return body
    const known = this.#bodies.get(body.text)
    if (known !== undefined) return known
    if (this.#bodies.size >= MOST_SHARED) this.#bodies.clear()
    this.#bodies.set(body.text, body)
    this.#kept += body.text.length
    return body
  }

  /** The ledgers of what was taken so far, one for each platform; what was taken is forgotten. */
  ledgers(whole: readonly EntryKind[]): readonly PlatformLedger[] {
    const { owners } = this.#options
    const bases = [...this.#byBase].filter(([base]) => this.#isPlatform(base))
    const platforms = new Map(
      bases.map(([base, kept]): [string, RecordedPlatform] => [base, { kept: [...kept], arrivals: [] }]),
    )
    if (platforms.size === 0) this.#placeTokensOnly(platforms)
    this.#placeOthers(platforms)
    const strays = this.#placeDeliveries(platforms)
    const isPart = sharedQuotes(platforms)
    const ledgers = [...platforms].map(([base, { kept, arrivals }]) => {
      const known = isPart(base) || base.includes(' part ') ? [] : whole
      const ledger = ledgerOf(kept, ofFittingSecrets(arrivals), known, owners, quoteShown)
      return { base, ledger, clients: clientLedgers(kept, arrivals, known) }
    })
    this.#forget()
    if (strays.length === 0) return ledgers
    return [
      ...ledgers,
      {
        base: 'deliveries',
        ledger: { exchanges: [], arrivals: ofFittingSecrets(strays), whole },
        clients: [],
      },
    ]
  }

  #isPlatform(base: string): boolean {
    return this.#telling.has(base.split(' ', 1)[0] ?? '')
  }

  /** Gives token requests and requests of an operator to the platform that they belong to. */
  #placeOthers(platforms: ReadonlyMap<string, RecordedPlatform>): void {
    const { leftOut, addresses } = this.#options
    for (const [base, kept] of this.#byBase)
      if (!platforms.has(base)) leftOut.add('requests to other addresses', kept.length)
    const scenarios = byScenario(platforms)
    const users = byToken(platforms)
    for (const one of this.#apart) {
      const { operation, request } = one.exchange
      const isOurs = operation === 'operator' || addresses !== undefined || isForQuotes(one.exchange)
      const owner =
        scenarios.get(one.scenario ?? '') ??
        users.get(one.issued ?? '') ??
        (isOurs ? ownerAt(new URL(request.url).origin, platforms) : undefined)
      if (owner !== undefined) owner.kept.push(one)
      else
        leftOut.add(operation === 'operator' ? 'actions on other platforms' : 'token requests of other APIs')
    }
  }

  /** Without any request to the quote API, the token endpoint is judged by itself. */
  #placeTokensOnly(platforms: Map<string, RecordedPlatform>): void {
    const first = this.#apart.find(({ exchange }) => exchange.operation === 'token' && isForQuotes(exchange))
    if (first !== undefined)
      platforms.set(new URL(first.exchange.request.url).origin, { kept: [], arrivals: [] })
  }

  /** Gives deliveries to the platform whose quote they name; returns those that may be of any. */
  #placeDeliveries(platforms: ReadonlyMap<string, RecordedPlatform>): readonly Arrival[] {
    const [only, second] = platforms.values()
    const scenarios = byScenario(platforms)
    const owners = second === undefined ? undefined : byQuote(platforms)
    return this.#deliveries.flatMap(({ arrival, scenario = '' }) => {
      const owner =
        owners === undefined
          ? only
          : (scenarios.get(scenario) ?? owners.get(quoteNamedIn(arrival.body) ?? ''))
      owner?.arrivals.push(arrival)
      return owner === undefined ? [arrival] : []
    })
  }

  #forget(): void {
    this.#byBase.clear()
    this.#bodies.clear()
    this.#apart = []
    this.#deliveries = []
    this.#kept = 0
  }
}

const isTokenAddress = (url: string, authUrl: string | undefined): boolean =>
  authUrl === undefined || url.split('?', 1)[0] === authUrl

const isForQuotes = ({ request }: Exchange): boolean =>
  new URLSearchParams(request.body ?? '').get('scope') === 'quote'

function tokenIn({ answer }: Exchange): string | undefined {
  const value = parseJson(answer?.body.text)
  return isObject(value) && typeof value.access_token === 'string' ? value.access_token : undefined
}
