import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { Arrival, Script, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { addBroker } from './broker.ts'
import { eventIdOf, typeOf } from './event.ts'
import { takeBack } from './in-service.ts'
import { type RotationTrace, rotationClaims, type Sample } from './rotation-claims.ts'
import { PAST_GRACE_MS, ROUNDS } from './rotation-rounds.ts'
import { COPY_MS } from './schedule/copies.ts'
import { statusOf } from './schedule/endpoint-status.ts'
import { climbMs } from './schedule/timing.ts'

/** The first attempt at some events fails; few enough that no breaker counts five failures, copies among them. */
const ONCE: Script = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 200 },
]

/** Between two looks at an endpoint that is to go out of service, in milliseconds: longer than five attempts of one event take. */
const LOOK_MS = 20_000

const TAKEN: Script = [{ kind: 'answer', status: 200 }]

/** Old and new secret during a grace period, then the new one, after a second rotation too (6.signature.3, R29). */
export function secretRotation(spec: Spec): PlatformScenario {
  return scenario<RotationTrace>({
    id: 'webhooks/rotation',
    title: 'A rotated secret signs after a grace period at the latest',
    needs: [{ offers: 'endpoints' }, { operator: 'rotate_secret' }],
    alone: true,
    async drive(context) {
      const { webhooks, clock } = context
      const endpoint = await webhooks.open(spec.delivery.events.map(({ type }) => type))
      const before = await rated(context, endpoint)
      const rounds: Sample[][] = []
      // Nobody waits for a day.
      await endpoint.rotate()
      for (const { rotations, moments, retried } of clock.virtual ? ROUNDS : ROUNDS.slice(0, 1)) {
        // How soon and how often a secret may be rotated is not shown, so that this may be refused. Which one signs is not known then.
        for (let turn = rounds.length === 0 ? 1 : 0; turn < rotations; turn += 1)
          if (!(await rotatesAgain(endpoint))) return { before, rounds, secrets: endpoint.secrets() }
        const rotated = clock.now()
        const samples: Sample[] = []
        for (const moment of clock.virtual ? moments : moments.slice(0, 1)) {
          await clock.sleep(Math.max(0, rotated + moment - clock.now()))
          // Failed copies of attempts may have put it out of service.
          await takeBack(context, endpoint)
          const arrivals =
            moment === PAST_GRACE_MS
              ? await wholeLife(context, endpoint, retried)
              : await rated(context, endpoint)
          samples.push({ afterMs: moment, arrivals })
        }
        rounds.push(samples)
      }
      // Where it cannot be brought about, what came before is judged all the same.
      const reopened = clock.virtual ? await afterReopening(context, endpoint).catch(unlessUnable) : undefined
      return { before, rounds, secrets: endpoint.secrets(), ...(reopened && { reopened }) }
    },
    claims: rotationClaims,
  })
}

/** Rotates the secret once more; false where the new one did not become known. */
const rotatesAgain = (endpoint: WebhookEndpoint): Promise<boolean> =>
  endpoint.rotate().then(
    () => true,
    (error: unknown) => unlessUnable(error) ?? false,
  )

/** Everything that arrives until the rating of a new quote has been announced. */
async function rated(context: PlatformContext, endpoint: WebhookEndpoint): Promise<readonly Arrival[]> {
  const from = endpoint.arrivals().length
  await context.quotes.create('ready_to_bind')
  await arrived(context, endpoint, from, 'quote.created', 1)
  return endpoint.arrivals().slice(from)
}

/** Everything that arrives about a quote until its policy, and about a new broker, with repeats of some events. */
async function wholeLife(
  context: PlatformContext,
  endpoint: WebhookEndpoint,
  retried: readonly EventType[],
): Promise<readonly Arrival[]> {
  const { api, quotes, operator, spec } = context
  const from = endpoint.arrivals().length
  const times = (type: EventType) => (retried.includes(type) ? ONCE.length : 1)
  const isKnown = (type: EventType) => spec.delivery.events.some((event) => event.type === type)
  const comes = async (type: EventType) => {
    if (isKnown(type)) await arrived(context, endpoint, from, type, times(type))
  }
  endpoint.answer(ONCE, {
    concerns: (delivery) => retried.some((type) => type === typeOf(delivery)),
    per: (delivery) => eventIdOf(delivery) ?? '',
    copyMs: COPY_MS,
  })
  if (operator.can('add_broker')) await addBroker(context)
  const quote = await quotes.create('ready_to_bind')
  await quotes.settle(quote.id)
  await comes('quote.created')
  await comes('quote.proposalReady')
  await api.bind(quote.id)
  await comes('policy.created')
  // A delivery that fails while the clock moves by a day fails many times in a row, and a breaker counts that.
  endpoint.answer(TAKEN)
  return endpoint.arrivals().slice(from)
}

/** Has an endpoint taken out of service, under either reading of the breaker (R27), and back; returns what arrives then. */
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
    await clock.sleep(LOOK_MS)
  }
  endpoint.answer(TAKEN)
  // Where events are kept meanwhile, they are signed when they are sent at last.
  const { id } = await quotes.create('ready_to_bind')
  await quotes.settle(id)
  // Which secret signs is not known where the answer to the rotation was lost, or it was refused.
  if (!(await rotatesAgain(endpoint))) return undefined
  await clock.sleep(PAST_GRACE_MS)
  const from = endpoint.arrivals().length
  await operator.perform('enable_endpoint', { endpoint_id: endpoint.id })
  await rated(context, endpoint)
  return endpoint.arrivals().slice(from)
}

/** Waits until so many deliveries of a type have come since some moment; copies may make it end sooner. */
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
