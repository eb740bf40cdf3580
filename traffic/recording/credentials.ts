import type { Credentials, Exchange } from '../../conformance/exchange.ts'

/** Digests of the credentials of a request, and what is known of their owner. */
export interface Marks {
  readonly token?: string
  readonly key?: string
}

/** Whose a key or a client is, where a profile says it. */
export interface KnownOwners {
  /** By digest: the words that claims use. */
  readonly keys: ReadonlyMap<string, 'primary' | 'secondary' | 'other-partner'>
}

/** From the first to the last moment at which a credential was accepted, in milliseconds since the epoch. */
interface Accepted {
  from: number
  to: number
}

const NAMES = {
  own: { token: 'own', key: 'primary' },
  strange: { token: 'recorded', key: 'recorded' },
} as const

/**
 * Names the credentials of the requests of one platform. A recording does not say which of them are right. So those are right that the
 * platform accepted before and accepts afterwards, and the partner is the one whose requests were accepted most often.
 */
export function nameCredentials(
  exchanges: readonly Exchange[],
  marksOf: (exchange: Exchange) => Marks | undefined,
  quoteOf: (exchange: Exchange) => string | undefined,
  known: KnownOwners,
): (exchange: Exchange) => Credentials | undefined {
  const accepted = new Map<string, Accepted>()
  const groups = new Groups()
  for (const one of exchanges) {
    const { token, key } = marksOf(one) ?? {}
    const isServed = one.answer !== undefined && one.answer.status >= 200 && one.answer.status < 300
    if (token === undefined || key === undefined || !isServed || one.operation === 'token') continue
    for (const mark of [token, key]) {
      const span = accepted.get(mark) ?? { from: one.startedAt, to: one.startedAt }
      accepted.set(mark, { from: Math.min(span.from, one.startedAt), to: Math.max(span.to, one.startedAt) })
    }
    groups.join(token, key)
    const quote = quoteOf(one)
    if (quote !== undefined) groups.join(token, `quote ${quote.toLowerCase()}`)
    groups.count(token)
  }
  const own = groups.largest()
  const isAccepted = (mark: string, at: number) => {
    const span = accepted.get(mark)
    return span !== undefined && span.from <= at && at <= span.to
  }
  return (one) => {
    const marks = marksOf(one)
    if (marks === undefined) return undefined
    const { token, key } = marks
    if (token === undefined || key === undefined) return NAMES.strange
    const isRight = isAccepted(token, one.startedAt) && isAccepted(key, one.startedAt)
    const owner = known.keys.get(key)
    if (!isRight) return NAMES.strange
    if (owner !== undefined) return { token: owner === 'other-partner' ? owner : 'own', key: owner }
    return groups.of(token) === own && known.keys.size === 0 ? NAMES.own : NAMES.strange
  }
}

/** Sets of things that belong to the same partner. */
class Groups {
  readonly #above = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  of(name: string): string {
    let top = name
    for (let next = this.#above.get(top); next !== undefined; next = this.#above.get(top)) top = next
    if (top !== name) this.#above.set(name, top)
    return top
  }

  join(one: string, other: string): void {
    const [top, second] = [this.of(one), this.of(other)]
    if (top !== second) this.#above.set(second, top)
  }

  count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  largest(): string | undefined {
    const sums = new Map<string, number>()
    for (const [name, count] of this.#counts) {
      const top = this.of(name)
      sums.set(top, (sums.get(top) ?? 0) + count)
    }
    return [...sums].toSorted(([, one], [, other]) => other - one)[0]?.[0]
  }
}
