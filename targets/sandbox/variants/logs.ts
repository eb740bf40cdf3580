import type { BehaviourChange } from '../behaviour.ts'
import type { Endpoint } from '../events/endpoint.ts'
import type { Shown } from '../office/rules.ts'
import type { Variant } from './variant.ts'

/** The deadline of a delivery (8). */
const DEADLINE_MS = 8000
const DAY_MS = 24 * 3_600_000

/** Changes how each delivery of a log is shown. */
const showing =
  (shown: (delivery: Shown, attempts: readonly Shown[], endpoint: Endpoint) => Shown): BehaviourChange =>
  ({ logs }) => ({
    logs: {
      shown: (endpoint, platform) =>
        logs
          .shown(endpoint, platform)
          .map((delivery) => shown(delivery, delivery.attempts as readonly Shown[], endpoint)),
    },
  })

/** Legal forms of delivery logs (6, R36). Those that change the form come last: the others read what the usual log has. */
export const logVariants: readonly Variant[] = [
  {
    id: 'log-shows-a-day',
    says: 'The log shows what began within the last day',
    choice: 'deliveries in a log',
    observes: [],
    change: ({ logs }) => ({
      logs: {
        shown: (endpoint, platform) =>
          logs.shown(endpoint, platform).filter(({ attempts }) => {
            const [first] = attempts as readonly Shown[]
            return first === undefined || platform.clock.now() - Date.parse(String(first.at)) < DAY_MS
          }),
      },
    }),
  },
  {
    id: 'given-up-deliveries-are-parked',
    says: 'A delivery that is given up is called parked',
    choice: 'word for given up',
    observes: [],
    hides: ['delivery-log-calls-it-failed'],
    change: showing((delivery) =>
      delivery.status === 'failed' ? { ...delivery, status: 'parked' } : delivery,
    ),
  },
  {
    id: 'log-names-the-end-of-timeouts',
    says: 'The log names the time at which an attempt ran into its deadline, and ids in capitals',
    choice: 'moments in a log',
    observes: [],
    change: showing((delivery, attempts) => ({
      ...delivery,
      event_id: String(delivery.event_id).toUpperCase(),
      attempts: attempts.map((attempt) =>
        attempt.failure === 'deadline'
          ? { ...attempt, at: new Date(Date.parse(String(attempt.at)) + DEADLINE_MS).toISOString() }
          : attempt,
      ),
    })),
  },
  {
    id: 'log-has-copies-as-one-attempt',
    says: 'Two workers send each event at once, and the log has what they send at one moment as one attempt',
    choice: 'copies in a log',
    observes: [],
    hides: ['breaker-*', 'observe-breaker-reading'],
    change: ({ logs, webhooks }) => ({
      webhooks: { copies: (...of) => Math.max(2, webhooks.copies(...of)) },
      logs: {
        shown: (endpoint, platform) => {
          const all = logs.shown(endpoint, platform)
          return [...Map.groupBy(all, (delivery) => delivery.event_id).values()].map(asOne)
        },
      },
    }),
  },
  {
    id: 'log-in-words',
    says: 'The log calls attempts failed or succeeded, the newest first, with times in milliseconds',
    choice: 'form of a log',
    observes: [],
    change: showing((delivery, attempts) => ({
      ...delivery,
      attempts: attempts
        .map(({ at, status }) => ({
          at: Date.parse(String(at)),
          status: status === null ? 'pending' : Number(status) < 300 ? 'succeeded' : 'failed',
        }))
        .reverse(),
    })),
  },
  {
    id: 'log-in-whole-seconds',
    says: 'The log shows whole seconds and the line that was answered',
    choice: 'form of a log',
    observes: [],
    change: showing((delivery, attempts, { url }) => ({
      ...delivery,
      endpoint: { url },
      attempts: attempts.map(({ at, status }) => ({
        at: String(at).replace(/\.\d+Z$/, 'Z'),
        status: status === null ? 'no answer' : `${status} as answered`,
      })),
    })),
  },
  {
    id: 'log-calls-timeouts-504',
    says: 'The log gives what was not answered in time the code of a gateway, and 0 to a broken connection',
    choice: 'form of a log',
    observes: [],
    change: showing((delivery, attempts) => ({
      ...delivery,
      attempts: attempts.map((attempt) => ({
        ...attempt,
        status: attempt.status ?? (attempt.failure === 'deadline' ? 504 : 0),
      })),
    })),
  },
  {
    id: 'log-goes-after-a-while',
    says: 'The log of a deleted endpoint can be read for three seconds more',
    choice: 'logs of deleted endpoints',
    observes: [],
    change: ({ endpoints, webhooks }) => {
      const gone = new WeakSet<Endpoint>()
      return {
        endpoints: {
          remove(endpoint, platform) {
            gone.add(endpoint)
            for (const delivery of platform.deliveries.of(endpoint)) delivery.cancel?.()
            platform.clock.schedule(3000, () => endpoints.remove(endpoint, platform))
          },
        },
        webhooks: {
          wants: (endpoint, event, platform) =>
            !gone.has(endpoint) && webhooks.wants(endpoint, event, platform),
          inService: (endpoint, delivery) => !gone.has(endpoint) && webhooks.inService(endpoint, delivery),
        },
      }
    },
  },
]

/** Shows the deliveries of one event as a single one, with each moment once. */
function asOne(deliveries: readonly Shown[]): Shown {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts as readonly Shown[])
  const moments = [...Map.groupBy(attempts, ({ at }) => at).values()].map(([first]) => first)
  return {
    ...deliveries[0],
    attempts: moments.toSorted((one, other) => (String(one?.at) < String(other?.at) ? -1 : 1)),
  }
}
