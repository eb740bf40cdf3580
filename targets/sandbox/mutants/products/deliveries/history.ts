import type { BehaviourChange } from '../../../behaviour.ts'
import type { EventDelivery } from '../../../deliveries/log.ts'
import type { Endpoint } from '../../../events/endpoint.ts'
import type { Platform } from '../../../platform.ts'
import type { Quote } from '../../../quotes/quote.ts'
import { after, instead } from '../../instead.ts'
import { changesTogether } from '../product.ts'

/** Something that a partner does with an endpoint. `reopened`: enabled while it was disabled. */
export type EndpointAction = 'rotated' | 'enabled' | 'reopened' | 'removed'

/** The history of an endpoint, as far as the rules of the platform do not need it but these mutants do. */
export interface EndpointHistory {
  /** When it was registered, in milliseconds since the epoch. */
  since: number
  /** The quotes that there were when it was registered. */
  olderQuotes: readonly Quote[]
  /** Its place among the endpoints of its partner, from 1. */
  place: number
  /** How often it was enabled again after failures. */
  enabledAgain: number
  /** How often its secret was rotated. */
  rotations: number
  /** When something was last done with it, or with another endpoint, in milliseconds since the epoch. */
  readonly lastly: Partial<Record<EndpointAction | `another ${EndpointAction}`, number>>
  /** Another endpoint of its partner was deleted before it was registered. */
  afterADeletion: boolean
}

/** Makes a change that depends on the history of endpoints. */
export const alongEndpoints =
  (change: (historyOf: (delivery: EventDelivery) => EndpointHistory) => BehaviourChange): BehaviourChange =>
  (base) => {
    const known = new WeakMap<Endpoint, EndpointHistory>()
    const historyOf = (endpoint: Endpoint): EndpointHistory => {
      const history = known.get(endpoint) ?? {
        since: 0,
        olderQuotes: [],
        place: 0,
        enabledAgain: 0,
        rotations: 0,
        lastly: {},
        afterADeletion: false,
      }
      known.set(endpoint, history)
      return history
    }
    return changesTogether([notes(historyOf), change(({ endpoint }) => historyOf(endpoint))])(base)
  }

const notes = (historyOf: (endpoint: Endpoint) => EndpointHistory): BehaviourChange => {
  const counts = new Map<string, number>()
  const deleted = new Set<string>()
  const note = (action: EndpointAction, done: Endpoint, { clock, endpoints: all }: Platform): void => {
    for (const one of all.values())
      historyOf(one).lastly[one === done ? action : (`another ${action}` as const)] = clock.now()
  }
  return changesTogether([
    after('endpoints.register', (endpoint, _, platform) => {
      const place = (counts.get(endpoint.partnerId) ?? 0) + 1
      counts.set(endpoint.partnerId, place)
      const afterADeletion = deleted.has(endpoint.partnerId)
      const olderQuotes = [...platform.quotes.values()]
      Object.assign(historyOf(endpoint), { since: platform.clock.now(), olderQuotes, place, afterADeletion })
    }),
    instead('endpoints.enable', (usual, endpoint, platform) => {
      if (endpoint.status === 'disabled') {
        historyOf(endpoint).enabledAgain += 1
        note('reopened', endpoint, platform)
      }
      note('enabled', endpoint, platform)
      usual(endpoint, platform)
    }),
    instead('endpoints.rotate', (usual, endpoint, platform) => {
      historyOf(endpoint).rotations += 1
      note('rotated', endpoint, platform)
      usual(endpoint, platform)
    }),
    instead('endpoints.remove', (usual, endpoint, platform) => {
      deleted.add(endpoint.partnerId)
      note('removed', endpoint, platform)
      usual(endpoint, platform)
    }),
  ])
}
