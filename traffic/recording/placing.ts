import type { Exchange } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { RecordedExchange } from './platform-ledger.ts'

/** Everything that was recorded about one platform. */
export interface RecordedPlatform {
  readonly kept: RecordedExchange[]
  readonly arrivals: Arrival[]
}

/** The platform of each scenario. */
export const byScenario = (
  platforms: ReadonlyMap<string, RecordedPlatform>,
): ReadonlyMap<string, RecordedPlatform> =>
  new Map(
    [...platforms.values()].flatMap((platform) =>
      platform.kept.flatMap(({ scenario }) =>
        scenario === undefined ? [] : [[scenario, platform] as const],
      ),
    ),
  )

/** The platform where each token was used, by the digest of the token. */
export const byToken = (
  platforms: ReadonlyMap<string, RecordedPlatform>,
): ReadonlyMap<string, RecordedPlatform> =>
  new Map(
    [...platforms.values()].flatMap((platform) =>
      platform.kept.flatMap(({ marks }) =>
        marks?.token === undefined ? [] : [[marks.token, platform] as const],
      ),
    ),
  )

/** The platform of each quote, by its id in lower case. */
export const byQuote = (
  platforms: ReadonlyMap<string, RecordedPlatform>,
): ReadonlyMap<string, RecordedPlatform> =>
  new Map(
    [...platforms.values()].flatMap((platform) =>
      platform.kept.flatMap(({ exchange }) => {
        const id = exchange.operation === 'submit' ? quoteShown(exchange) : undefined
        return id === undefined ? [] : [[id.toLowerCase(), platform] as const]
      }),
    ),
  )

/** The only platform, or the one at an origin. */
export function ownerAt<T>(origin: string, platforms: ReadonlyMap<string, T>): T | undefined {
  const [only, second] = platforms.values()
  if (only !== undefined && second === undefined) return only
  return [...platforms].find(([base]) => base.startsWith(`${origin}/`))?.[1]
}

/**
 * Finds platforms that show the quote of another one: they may be one platform at two addresses. Then the requests at each address are
 * a part of all.
 */
export function sharedQuotes(platforms: ReadonlyMap<string, RecordedPlatform>): (base: string) => boolean {
  const owners = new Map<string, string>()
  const shared = new Set<string>()
  for (const [base, { kept }] of platforms)
    for (const { exchange, scenario } of kept) {
      const id = quoteShown(exchange)?.toLowerCase()
      // Several embedded sandboxes of one run make the same ids.
      if (id === undefined || scenario !== undefined) continue
      const owner = owners.get(id) ?? base
      owners.set(id, owner)
      if (owner !== base) for (const one of [owner, base]) shared.add(one)
    }
  return (base) => shared.has(base)
}

/** The id of the quote that a successful answer shows. */
export function quoteShown({ answer, operation, quoteId }: Exchange): string | undefined {
  if (answer === undefined || answer.status >= 300) return undefined
  if (operation !== 'submit') return quoteId
  const value = parseJson(answer.body.text)
  const id = isObject(value) && isObject(value.data) ? value.data.quote_id : undefined
  return typeof id === 'string' ? id : undefined
}
