import type { SecretChoice } from '../../../../conformance/ports/receiver.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/judge/processed.ts'
import { acceptedIds, byId, driveEach, eventsOf, type NamedExchange } from '../../vocabulary/send.ts'

interface Signed extends NamedExchange {
  readonly secret: SecretChoice
}

interface Trace {
  readonly deliveries: readonly Signed[]
  readonly effects: Effects
}

interface Order {
  readonly secrets: readonly SecretChoice[]
  /** Spaces with which the body is indented: it is verified as it came, whichever secret signed it. */
  readonly indent: number
}

/** An event whose attempts may be signed with either secret, since a rotation may come between them. */
const ORDERS: readonly Order[] = [
  { secrets: ['own', 'previous', 'own'], indent: 0 },
  { secrets: ['previous', 'own', 'previous'], indent: 2 },
]

/** During the grace period of a rotation both secrets are valid, in whatever order they come (6.signature.3). */
export const gracePeriod: ReceiverScenario = scenario<Trace>({
  id: 'secrets/grace',
  title: 'In the grace period of a rotation both secrets are valid',
  needs: [{ secret: 'previous' }],
  async drive(context) {
    const deliveries = await inEveryOrder(context)
    const ids = acceptedIds(deliveries)
    return { deliveries, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-accepts-the-previous-secret', ({ deliveries }) => signedWith(deliveries, 'previous')),
    claim('receiver-accepts-the-new-secret', ({ deliveries }) => signedWith(deliveries, 'own')),
    claim('receiver-processes-once', ({ deliveries, effects }) =>
      eachProcessed(effects, taken(deliveries), processedOnce),
    ),
    claim('receiver-processes-each-event', ({ deliveries, effects }) =>
      eachProcessed(effects, taken(deliveries), processedAtAll),
    ),
  ],
})

const signedWith = (deliveries: readonly Signed[], secret: SecretChoice) =>
  allOf(
    deliveries.filter((one) => one.secret === secret).map(({ name, exchange }) => accepted(exchange, name)),
  )

const taken = (deliveries: readonly Signed[]) =>
  byId(deliveries).filter(({ exchanges }) => exchanges.some(isAccepted))

async function inEveryOrder(context: ReceiverContext): Promise<readonly Signed[]> {
  const { draft, event: bodyOf, signed, send, timestamp, spec } = context
  const items = eventsOf(spec).flatMap(({ type }, index) =>
    ORDERS.map((order) => ({ type, order, variant: index > 0 })),
  )
  const one = async ({ type, order: { secrets, indent } }: { type: EventType; order: Order }) => {
    const event = draft(type, { body: JSON.stringify(bodyOf(type), null, indent) })
    const deliveries: Signed[] = []
    for (const [attempt, secret] of secrets.entries()) {
      const name = `attempt ${attempt + 1}, ${type}, signed with ${secrets.slice(0, attempt + 1).join(', ')}`
      const exchange = await send(signed({ ...event, timestamp: timestamp() }, { secret }))
      deliveries.push({ name, id: event.id, secret, exchange })
    }
    return deliveries
  }
  const all = await driveEach(context, 'both secrets', items, one, (deliveries) =>
    deliveries.every(({ exchange }) => isAccepted(exchange)),
  )
  return all.flat()
}
