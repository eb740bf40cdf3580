import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger, Moment } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import { isRedirected } from '../vocabulary/events/event.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { endOf } from './timeline.ts'

/** An endpoint, from when and until when it was watched, and what came to it. Moments are on the suite's clock. */
export interface WatchedEndpoint {
  /** Unique in the ledger. */
  readonly name: string
  readonly partner: 'own' | 'other'
  /** The event types that it is subscribed to; undefined where somebody else registered it. */
  readonly types: readonly string[] | undefined
  readonly from: number
  /** Absent where it was not deleted. */
  readonly to?: number
  /** The request that deleted it, or may have. */
  readonly deletion?: Exchange
  readonly arrivals: readonly Arrival[]
  /** The receiver listened there from its registration on, and for no other endpoint. */
  readonly isHeard: boolean
  /** It is heard, and was not deleted. */
  readonly isPlain: boolean
  /** The receiver listened there from its registration on for each endpoint of the address, so that it knows of every attempt. */
  readonly isKnownWhole: boolean
  /** Everything that came to its address, also for another endpoint there. */
  readonly atAddress: readonly Arrival[]
  /** From when on another endpoint had the same address; absent where none had. */
  readonly sharedFrom?: number
  /** The statuses that the operator showed, in order. */
  readonly shown: readonly ShownStatus[]
  /** Requests of the operator that changed it, or may have: that enabled it, or rotated its secret. */
  readonly changes: readonly Exchange[]
}

/** A status of an endpoint, and the exchange that showed it. */
interface ShownStatus {
  readonly status: string | undefined
  readonly read: Exchange
}

/** Says whether an operator carried something out. A command says so by its exit code. */
export const isDone = (one: Exchange): boolean =>
  one.action !== undefined && (one.request.method === 'RUN' ? one.answer?.status === 0 : succeeded(one))

/** A value of an operator's action by its name; undefined where it is no text. */
export const textAt = ({ action }: Exchange, name: string): string | undefined => {
  const value = action?.values?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Says whose endpoint it is; undefined for an account of somebody else, such as one that the run opened. */
function partnerOf(id: string | undefined, target: Ledger['target']): 'own' | 'other' | undefined {
  if (id === undefined || id === target?.partnerId) return 'own'
  return id === target?.otherPartnerId ? 'other' : undefined
}

/** Says whether an exchange deletes an endpoint. One without an answer may have been carried out. */
const mayDelete = (one: Exchange, id: string | undefined): boolean =>
  one.action?.name === 'delete_endpoint' &&
  textAt(one, 'endpoint_id') === id &&
  (one.request.method === 'RUN'
    ? isDone(one)
    : (one.answer?.status ?? 500) < 400 || (one.answer?.status ?? 500) >= 500)

const CHANGING = ['enable_endpoint', 'rotate_secret']

/** The endpoints of a ledger. One that somebody registered by hand is watched from its first delivery on. */
export const endpointsIn = onceFor((ledger: Ledger): readonly WatchedEndpoint[] => {
  const { exchanges, arrivals = [], until, target } = ledger
  const attempts = arrivals.filter((one) => !isRedirected(one))
  const done = exchanges.filter(isDone)
  const named = (name: string) => done.filter(({ action }) => action?.name === name)
  const registered = named('register_endpoint').map((one) => ({ one, url: textAt(one, 'url') ?? '' }))
  const paths = [...new Set(attempts.map(({ endpoint }) => endpoint))]
  const at = (path: string, isBeside: boolean) =>
    attempts.filter(({ endpoint, beside = false }) => endpoint === path && beside === isBeside)
  return [
    ...registered.flatMap(({ one, url }, place): WatchedEndpoint[] => {
      const partner = partnerOf(textAt(one, 'partner_id'), target)
      if (partner === undefined) return []
      const id = textAt(one, 'endpoint_id')
      const path = paths.find((some) => url.includes(some))
      const first = registered.findIndex((other) => other.url === url)
      const isOf = (name: string) => (other: Exchange) =>
        other.action?.name === name && textAt(other, 'endpoint_id') === id
      const deletion = exchanges.find((other) => mayDelete(other, id))
      const isHeard = until?.addresses.includes(url) === true
      const { events } = one.action?.values ?? {}
      const [, next] = registered.flatMap((other) => (other.url === url ? [other.one] : []))
      // A platform may return the endpoint that it has at an address.
      const isOne = registered.filter((other) => textAt(other.one, 'endpoint_id') === id).length === 1
      return [
        {
          name: `${path ?? url} ${place}`,
          partner,
          types: typeof events === 'object' ? events : [],
          from: endOf(one).suiteMs,
          ...(deletion && { to: deletion.startedAt, deletion }),
          isHeard,
          isPlain: deletion === undefined && isHeard,
          // Deliveries for a second endpoint at an address are known by its secret.
          arrivals: path === undefined ? [] : at(path, first !== place),
          isKnownWhole: isOne && (isHeard || next !== undefined),
          atAddress: attempts.filter(({ endpoint }) => endpoint === path),
          ...(next && { sharedFrom: next.startedAt }),
          shown: done
            .filter(isOf('endpoint_status'))
            .map((read) => ({ status: textAt(read, 'status'), read })),
          changes: exchanges.filter((other) => CHANGING.some((name) => isOf(name)(other))),
        },
      ]
    }),
    ...paths
      .filter((path) => registered.every(({ url }) => !url.includes(path)))
      .map((path): WatchedEndpoint => {
        const own = at(path, false)
        const from = own[0]?.receivedAt ?? Number.POSITIVE_INFINITY
        return {
          name: path,
          partner: 'own',
          types: undefined,
          from,
          ...{ isHeard: true, isPlain: true, isKnownWhole: false },
          ...{ arrivals: own, atAddress: own, shown: [], changes: [] },
        }
      }),
  ]
})

export const isSubscribed = (type: string, { types }: WatchedEndpoint): boolean =>
  types?.includes(type) !== false

/** Requests that enabled an endpoint, or may have. */
export const enablingsOf = ({ changes }: WatchedEndpoint): readonly Exchange[] =>
  changes.filter(({ action }) => action?.name === 'enable_endpoint')

/** Moments at which the operator showed that an endpoint is enabled. */
export const enabledAt = ({ shown }: WatchedEndpoint): readonly Moment[] =>
  shown.flatMap(({ status, read }) => (status === 'enabled' ? [endOf(read)] : []))

/**
 * Says whether an endpoint was certainly in service at a moment: it took every attempt at once, and something shows it afterwards.
 * A busy platform whose clock is moved may miss its own deadlines, and then rightly disables an endpoint (R26, R27). Few attempts, or a
 * clock that nobody moves, cannot lead to that.
 */
export function isInService(
  endpoint: WatchedEndpoint,
  moment: number,
  { exchanges }: Ledger,
  failures: number,
): boolean {
  const { arrivals } = endpoint
  if (!arrivals.every(isTakenAtOnce)) return false
  if (arrivals.length < failures) return true
  if (exchanges.every(({ action }) => action?.name !== 'advance_clock')) return true
  return [
    ...arrivals.map(({ receivedAt = 0 }) => receivedAt),
    ...enabledAt(endpoint).map(({ suiteMs }) => suiteMs),
  ].some((shown) => shown > moment)
}

/** Says whether a receiver answered an attempt with success, and at once. */
export const isTakenAtOnce = ({ answered }: Arrival): boolean =>
  answered.kind === 'answer' &&
  answered.status >= 200 &&
  answered.status < 300 &&
  answered.delayMs === undefined &&
  answered.statusLineDrips !== true
