import type { BehaviourChange } from '../../../../behaviour.ts'
import type { EventDelivery } from '../../../../deliveries/log.ts'
import type { Endpoint } from '../../../../events/endpoint.ts'
import type { Shown } from '../../../../office/rules.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

const HOUR_MS = 3_600_000

const attemptsOf = ({ attempts }: Shown): readonly Shown[] => attempts as readonly Shown[]

/** Changes how the attempts of each delivery are shown. */
const showing = (
  change: (attempts: readonly Shown[], delivery: Shown) => readonly Shown[],
): BehaviourChange =>
  instead('logs.shown', (usual, endpoint, platform) =>
    usual(endpoint, platform).map((one) => ({ ...one, attempts: change(attemptsOf(one), one) })),
  )

/** Says whether two deliveries have repeats that overlap in time. */
function overlap(one: EventDelivery, other: EventDelivery): boolean {
  const [first, last] = [one, other].map(({ attempts }) => attempts.map(({ startedAt }) => startedAt))
  if (first === undefined || last === undefined || Math.min(first.length, last.length) < 2) return false
  return Math.max(Math.min(...first), Math.min(...last)) <= Math.min(Math.max(...first), Math.max(...last))
}

/** Defects of the delivery log (6, 8). */
export const LOGS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'log-has-the-last-attempt-only': showing((attempts) => attempts.slice(-1)),
  'log-has-one-event-for-each-moment': instead('logs.shown', (usual, endpoint, platform) => {
    const moment = (one: Shown) => `${one.type} ${attemptsOf(one)[0]?.at}`
    return [...new Map(usual(endpoint, platform).map((one) => [moment(one), one])).values()]
  }),
  'log-has-one-time-for-all': showing((attempts) =>
    attempts.map((one) => ({ ...one, at: attempts[0]?.at, ended_at: attempts[0]?.ended_at })),
  ),
  'log-times-repeats-by-the-event': showing((attempts) =>
    attempts.map((one, place) => (place < 2 ? one : { ...one, at: attempts[0]?.at })),
  ),
  'log-in-local-time': showing((attempts) =>
    attempts.map((one) => ({
      ...one,
      at: new Date(Date.parse(String(one.at)) - 5 * HOUR_MS).toISOString(),
    })),
  ),
  'log-calls-repeated-deliveries-failed': instead('logs.shown', (usual, endpoint, platform) =>
    usual(endpoint, platform).map((one) => (attemptsOf(one).length > 1 ? { ...one, status: 'failed' } : one)),
  ),
  'log-outlives-its-endpoint-where-it-failed'(base) {
    const kept = new Set<string>()
    return changesTogether([
      instead('endpoints.remove', (usual, endpoint, platform) => {
        const failed = platform.deliveries.of(endpoint).filter(({ state }) => state !== 'delivered')
        usual(endpoint, platform)
        if (failed.length === 0) return
        kept.add(endpoint.id)
        // The endpoint stays visible and gets no more deliveries.
        endpoint.status = 'disabled'
        platform.endpoints.set(endpoint.id, endpoint)
        for (const delivery of failed) platform.deliveries.add(delivery)
      }),
      instead('endpoints.enable', (usual, endpoint, platform) => {
        if (!kept.has(endpoint.id)) usual(endpoint, platform)
      }),
      instead(
        'webhooks.wants',
        (usual, endpoint, ...event) => !kept.has(endpoint.id) && usual(endpoint, ...event),
      ),
    ])(base)
  },
  'log-comes-back-with-its-address'(base) {
    const kept = new Map<string, readonly Shown[]>()
    return changesTogether([
      instead('endpoints.remove', (usual, endpoint, platform) => {
        kept.set(endpoint.url, base.logs.shown(endpoint, platform))
        usual(endpoint, platform)
      }),
      instead('logs.shown', (usual, endpoint, platform) => [
        ...(kept.get(endpoint.url) ?? []),
        ...usual(endpoint, platform),
      ]),
    ])(base)
  },
  'repeats-logged-under-one-event': instead('logs.shown', (usual, endpoint, platform) => {
    const all = platform.deliveries.of(endpoint)
    const rows = usual(endpoint, platform)
    const attemptsAt = (place: number) => attemptsOf(rows[place] ?? { attempts: [] })
    /** The index of the log row under which the repeats of a delivery are shown. */
    const placeOf = (one: EventDelivery) => all.findLastIndex((other) => overlap(one, other))
    return rows.map((row, place) => {
      const repeats = all.flatMap((one, own) => (placeOf(one) === place ? attemptsAt(own).slice(1) : []))
      return { ...row, attempts: [...attemptsAt(place).slice(0, 1), ...repeats] }
    })
  }),
  'repeats-after-a-rotation-are-not-logged'(base) {
    /** The number of attempts of each delivery when the secret was rotated. */
    const before = new WeakMap<Endpoint, Readonly<Record<string, number>>>()
    return changesTogether([
      after('endpoints.rotate', (_, endpoint, { deliveries }) => {
        const pending = deliveries.of(endpoint).filter(({ state }) => state === 'pending')
        const counts = pending.map(({ event, attempts }) => [event.id, attempts.length] as const)
        before.set(endpoint, { ...before.get(endpoint), ...Object.fromEntries(counts) })
      }),
      instead('logs.shown', (usual, endpoint, platform) =>
        usual(endpoint, platform).map((row) => {
          const kept = before.get(endpoint)?.[String(row.event_id)]
          return { ...row, attempts: attemptsOf(row).slice(0, kept) }
        }),
      ),
    ])(base)
  },
}
