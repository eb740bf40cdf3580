import type { Platform } from '../platform.ts'
import type { PortalData } from './data.ts'

/** Everything that pages show and that changes by itself, as text: an open page is out of date when it differs. */
export function shownOf(
  { directory, endpoints, deliveries, quotes, traffic, events }: Platform,
  data: PortalData,
): string {
  const partners = [...directory.partners.values()].map(
    ({ id, status, members }) => `${id}${status}${members.length}`,
  )
  const all = [...endpoints.values()].map((endpoint) => [
    endpoint.id,
    endpoint.status,
    endpoint.failures.length,
    endpoint.previous?.rotatedAt,
    ...deliveries.of(endpoint).map(({ state, nextAt, attempts }) => {
      const last = attempts.at(-1)
      return [state, nextAt, attempts.length, last?.endedAt, last?.exchange?.answer?.body.length].join()
    }),
  ])
  const states = [...quotes.values()].map(({ id, status }) => `${id}${status}`)
  const latest = traffic.recent()[0]
  return JSON.stringify([partners, all, states, latest, events.all.length, data.letters.size])
}
