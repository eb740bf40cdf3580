import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { Arrival, Script, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import { type EventType, isOwed } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { COPY_MS } from '../../vocabulary/attempts/copies.ts'
import { climbMs } from '../../vocabulary/attempts/timing.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { addNewBroker } from '../../vocabulary/events/brokers.ts'
import { statusOf } from '../../vocabulary/events/endpoint-status.ts'
import { eventIdOf, typeOf } from '../../vocabulary/events/event.ts'
import { enableAgain } from '../../vocabulary/events/in-service.ts'
import { type RotationTrace, rotationClaims, type Sample } from './rotation-claims.ts'
import { PAST_GRACE_MS, ROUNDS } from './rotation-rounds.ts'

/** The first attempt at some events fails. These are too few to open the circuit breaker, even if copies count. */
const ONCE: Script = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 200 },
]

/** Interval for reading the status of an endpoint that should be disabled, in milliseconds: longer than five attempts take. */
const CHECK_MS = 20_000

const TAKEN: Script = [{ kind: 'answer', status: 200 }]

/** Checks that either secret signs during a grace period and only the new one afterwards (6.signature.3, R29). */
export function secretRotation(spec: Spec): PlatformScenario {
  return scenario<RotationTrace>({
    id: 'webhooks/rotation',
    title: 'A rotated secret signs after a grace period at the latest',
    needs: [{ offers: 'endpoints' }, { operator: 'rotate_secret' }],
    exclusive: true,
    async drive(context) {
      const { webhooks, clock } = context
      const endpoint = await webhooks.open(spec.delivery.events.map(({ type }) => type))
      const before = await rated(context, endpoint)
      const rounds: Sample[][] = []
      // In real time only the first moment of the first round: the others need a day.
      await endpoint.rotate()
      for (const { rotations, moments, retried } of clock.virtual ? ROUNDS : ROUNDS.slice(0, 1)) {
        // A rotation may be refused: how often it is allowed is not shown. Then it is unknown which secret signs.
        for (let turn = rounds.length === 0 ? 1 : 0; turn < rotations; turn += 1)
          if (!(await rotatesAgain(endpoint))) return { before, rounds, secrets: endpoint.secrets() }
        const rotated = clock.now()
        const samples: Sample[] = []
        for (const moment of clock.virtual ? moments : moments.slice(0, 1)) {
          await clock.sleep(Math.max(0, rotated + moment - clock.now()))
          // Failed copies of attempts may have disabled the endpoint.
          await enableAgain(context, endpoint)
          const arrivals =
            moment === PAST_GRACE_MS
              ? await wholeLife(context, endpoint, retried)
              : await rated(context, endpoint)
          samples.push({ afterMs: moment, arrivals })
        }
        rounds.push(samples)
      }
      // If this fails, the samples so far are judged all the same.
      const reopened = clock.virtual ? await afterReopening(context, endpoint).catch(unlessUnable) : undefined
      return { before, rounds, secrets: endpoint.secrets(), ...(reopened && { reopened }) }
    },
    claims: rotationClaims,
  })
}

/** Rotates the secret again; false where that failed. */
const rotatesAgain = (endpoint: WebhookEndpoint): Promise<boolean> =>
  endpoint.rotate().then(
    () => true,
    (error: unknown) => unlessUnable(error) ?? false,
  )

/** Makes a quote and returns all arrivals until its `quote.created`. */
async function rated(context: PlatformContext, endpoint: WebhookEndpoint): Promise<readonly Arrival[]> {
  const from = endpoint.arrivals().length
  await context.quotes.create('ready_to_bind')
  await arrived(context, endpoint, from, 'quote.created', 1)
  return endpoint.arrivals().slice(from)
}

/** Makes a broker and a quote, and returns all arrivals until its policy, with repeats of some events. */
async function wholeLife(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  retried: readonly EventType[],
): Promise<readonly Arrival[]> {
  const { api, quotes, operator, spec } = context
  const from = endpoint.arrivals().length
  const times = (type: EventType) => (retried.includes(type) ? ONCE.length : 1)
  const isKnown = (type: EventType) => isOwed(type, spec.delivery)
  const comes = async (type: EventType) => {
    if (isKnown(type)) await arrived(context, endpoint, from, type, times(type))
  }
  endpoint.answer(ONCE, {
    concerns: (delivery) => retried.some((type) => type === typeOf(delivery)),
    per: (delivery) => eventIdOf(delivery) ?? '',
    copyMs: COPY_MS,
  })
  const isAdded = operator.can('add_broker')
  if (isAdded) await addNewBroker(context)
  const quote = await quotes.create('ready_to_bind')
  await quotes.settle(quote.id)
  await comes('quote.created')
  await comes('quote.proposalReady')
  await api.bind(quote.id)
  await comes('policy.created')
  // Two rotations may follow at once: an attempt that is still on its way would be signed with neither of the last two secrets.
  if (isAdded) await comes('broker.added')
  // From here on all attempts succeed: one that failed during a day's move of the clock would fail many times.
  endpoint.answer(TAKEN)
  return endpoint.arrivals().slice(from)
}

/** Makes an endpoint fail until it is disabled, under either reading (R27), and enables it again; returns the later arrivals. */
async function afterReopening(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
): Promise<readonly Arrival[] | undefined> {
  const { quotes, clock, operator, facts, spec } = context
  if (!operator.can('enable_endpoint') || (await statusOf(context, endpoint)) === undefined) return undefined
  const { attempts, breaker } = spec.delivery
  endpoint.answer([{ kind: 'answer', status: 500 }])
  await Promise.all(Array.from({ length: breaker.failures }, () => quotes.create('ready_to_bind')))
  const end =
    clock.now() + facts.timing.rating + climbMs(attempts.length, spec.delivery, facts.timing.deliverySlack)
  while ((await statusOf(context, endpoint)) !== 'disabled') {
    if (clock.now() >= end) return undefined
    await clock.sleep(CHECK_MS)
  }
  endpoint.answer(TAKEN)
  // A platform that keeps this event must sign it when it finally sends it.
  const { id } = await quotes.create('ready_to_bind')
  await quotes.settle(id)
  // If the rotation failed, it is unknown which secret signs.
  if (!(await rotatesAgain(endpoint))) return undefined
  await clock.sleep(PAST_GRACE_MS)
  const from = endpoint.arrivals().length
  await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  await rated(context, endpoint)
  return endpoint.arrivals().slice(from)
}

/** Waits until a number of deliveries of a type have come since some moment; copies may end it sooner. */
async function arrived(
  { webhooks, facts }: PlatformContext,
  endpoint: WebhookEndpoint,
  from: number,
  type: EventType,
  times: number,
): Promise<void> {
  const { rating, proposal, issue, deliverySlack } = facts.timing
  const withinMs = { 'quote.proposalReady': proposal, 'policy.created': issue }[plainText(type)] ?? rating
  const seen = () =>
    endpoint
      .arrivals()
      .slice(from)
      .filter((one) => typeOf(one) === type).length
  await webhooks.until(() => seen() >= times, withinMs + deliverySlack, 500)
}
