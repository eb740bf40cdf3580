import type { Exchange } from '../../../../conformance/exchange.ts'
import type { SecretChoice } from '../../../../conformance/ports/receiver.ts'
import { cutOff } from '../../../../conformance/verdict.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { inOtherLetters } from '../../vocabulary/drafts/other-letters.ts'
import {
  acceptedIds,
  driveEach,
  eventTypesOf,
  type NamedExchange,
  takenEvents,
} from '../../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
  watchEffects,
} from '../../vocabulary/effects/processed.ts'
import { accepted, allOf, isAccepted } from '../../vocabulary/judge/answer.ts'
import { NO_SECRET } from '../../vocabulary/judge/no-secret.ts'
import { refusedOne } from '../../vocabulary/judge/refused.ts'
import { LEFT_OUT } from '../../vocabulary/pace/run-time.ts'

interface Signed extends NamedExchange {
  readonly secret: SecretChoice
}

interface Trace {
  readonly deliveries: readonly Signed[]
  /** A delivery signed with a revoked secret, sent after the previous secret was used; absent where there is none. */
  readonly revoked?: Exchange
  readonly effects: Effects
}

interface Order {
  readonly secrets: readonly SecretChoice[]
  /** Number of spaces of indentation. The signature covers the raw body, whichever secret signed it. */
  readonly indent: number
  /** True where the body has letters beyond ASCII. */
  readonly isForeign?: boolean
}

/** Secrets of an event's attempts: both, since a rotation may come between them, or only one of them. */
const ORDERS: readonly Order[] = [
  { secrets: ['own', 'previous', 'own'], indent: 0 },
  // Attempts signed with one secret show whether a repeat or the change of the secret is what matters.
  { secrets: ['previous', 'previous'], indent: 0, isForeign: true },
  { secrets: ['own', 'own'], indent: 0 },
  { secrets: ['previous', 'own', 'previous'], indent: 2 },
]

/** During the grace period of a rotation both secrets are valid, in any order (6.signature.3). */
export const gracePeriod: ReceiverScenario = sendScenario<Trace>({
  id: 'secrets/grace',
  title: 'In the grace period of a rotation both secrets are valid',
  needs: [{ secret: 'previous' }],
  async drive(context) {
    const deliveries = await inEveryOrder(context)
    const { draft, changed, signature, send, facts } = context
    const event = draft('quote.created')
    const forged = facts.secrets.has('revoked')
      ? { revoked: await send(changed(event, { signature: signature(event, 'revoked') })) }
      : {}
    const ids = acceptedIds(deliveries)
    return { deliveries, ...forged, effects: await watchEffects(context, ids, ids) }
  },
  claims: [
    claim('receiver-accepts-the-previous-secret', ({ deliveries }) => signedWith(deliveries, 'previous')),
    claim('receiver-accepts-the-new-secret', ({ deliveries }) => signedWith(deliveries, 'own')),
    claim('receiver-refuses-the-revoked-secret', ({ revoked, deliveries }) => {
      if (revoked === undefined) return NO_SECRET.revoked
      const counterpart = deliveries.at(-1)?.exchange
      if (counterpart === undefined) return cutOff(LEFT_OUT)
      return refusedOne('after deliveries signed with the previous secret', revoked, counterpart)
    }),
    claim('receiver-processes-once', ({ deliveries, effects }) =>
      eachProcessed(effects, takenEvents(deliveries), processedOnce),
    ),
    claim('receiver-processes-each-event', ({ deliveries, effects }) =>
      eachProcessed(effects, takenEvents(deliveries), processedAtAll),
    ),
  ],
})

const signedWith = (deliveries: readonly Signed[], secret: SecretChoice) =>
  allOf(
    deliveries.filter((one) => one.secret === secret).map(({ name, exchange }) => accepted(exchange, name)),
  )

async function inEveryOrder(context: ReceiverContext): Promise<readonly Signed[]> {
  const { draft, event: bodyOf, signed, send, timestamp, spec } = context
  const items = eventTypesOf(spec).flatMap(({ type }, index) =>
    ORDERS.map((order) => ({ type, order, variant: index > 0 })),
  )
  const one = async ({ type, order }: { type: EventType; order: Order }) => {
    const { secrets, indent, isForeign = false } = order
    const made = JSON.stringify(bodyOf(type), null, indent)
    const event = draft(type, { body: isForeign ? inOtherLetters(made) : made })
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
