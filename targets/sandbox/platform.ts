import type { Clock } from './clock.ts'
import { createTokenStore, type TokenStore } from './credentials/rules.ts'
import { createDeliveryLog, type DeliveryLog } from './deliveries/log.ts'
import { createEndpoints, type Endpoints } from './events/endpoint.ts'
import { createEventLog, type EventLog } from './events/log.ts'
import { createFaults, type PlannedFaults } from './faults.ts'
import { inMemory, type Keeping } from './keeping/keeping.ts'
import type { Directory } from './office/directory.ts'
import { createDirectory } from './office/stored-directory.ts'
import type { Quote } from './quotes/quote.ts'
import type { Random } from './random.ts'
import type { BehaviourRules } from './rules.ts'
import { createTraffic, type TrafficLog } from './traffic.ts'
import { createWorkGate, type WorkGate } from './work-gate.ts'

/** Everything one running sandbox consists of, apart from its servers. */
export interface Platform {
  readonly behaviour: BehaviourRules<Platform>
  readonly clock: Clock
  /** Clock for rating, documents and issue; mostly the same as `clock`. */
  readonly work: Pick<Clock, 'schedule'>
  readonly random: Random
  readonly directory: Directory
  readonly tokens: TokenStore
  /** By id, in lower case. */
  readonly quotes: Map<string, Quote>
  readonly events: EventLog<Platform>
  readonly endpoints: Endpoints
  readonly deliveries: DeliveryLog
  /** Holds the end of rating. */
  readonly rating: WorkGate
  /** Holds the end of a bind. */
  readonly issue: WorkGate
  /** Requests that fail with an internal error. */
  readonly faults: PlannedFaults
  /** Where everything that changes is kept. */
  readonly keeping: Keeping
  /** The latest requests and deliveries. */
  readonly traffic: TrafficLog
  /** Scheme, host and port of the API server; known once it listens. */
  origin: string
}

export function createPlatform({
  work,
  traffic,
  keeping = inMemory,
  ...parts
}: Pick<Platform, 'behaviour' | 'clock' | 'random'> &
  Partial<Pick<Platform, 'work' | 'traffic' | 'keeping'>>): Platform {
  const endpoints = createEndpoints(keeping)
  const events = createEventLog<Platform>(keeping)
  const gates = keeping.map<boolean>('gates')
  return {
    ...parts,
    keeping,
    traffic: traffic ?? createTraffic(),
    work: work ?? parts.clock,
    directory: createDirectory(keeping),
    tokens: createTokenStore(keeping),
    quotes: keeping.map('quotes'),
    events,
    endpoints,
    deliveries: createDeliveryLog(keeping, { events, endpoints }),
    rating: createWorkGate('rating', gates),
    issue: createWorkGate('issue', gates),
    faults: createFaults(keeping),
    origin: '',
  }
}
