import { plainText } from '../../../../../conformance/json/plain-text.ts'
import type { Arrival, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import {
  cannotTell,
  cutOff,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { eventIdOf, typeOf } from '../../../vocabulary/events/event.ts'
import { takeSnapshot, tryAction } from '../../../vocabulary/operator/act.ts'
import { leavesOf } from '../../../vocabulary/operator/shown.ts'
import {
  isRefused,
  type OfficeStep,
  type Snapshot,
  whenDone,
  whenShown,
} from '../../../vocabulary/operator/step.ts'
import type { Logged } from './claims.ts'
import { LOG_STEP_MS, LOG_TAKES_EFFECT_MS } from './settled.ts'

/** An endpoint that was deleted, with its log before and after. */
export interface Deletion extends Logged {
  readonly deleted: OfficeStep
  /** The log once its endpoint is gone. */
  readonly afterwards: Snapshot
  /** The log of a new endpoint with the same URL; absent where none could be made. */
  readonly successor?: Snapshot
}

/** The type that the new endpoint with the same URL subscribes to. */
const SUCCESSOR_TYPE = 'broker.added'

/** Says whether a delivery at the URL of a deleted endpoint may be for the new one, while both had that URL. */
export const mayBeOfSuccessor = (arrival: Arrival): boolean => typeOf(arrival) === SUCCESSOR_TYPE

/** Deletes an endpoint and reads its log until it is gone; then reads the log of a new endpoint with the same URL. */
export async function deletionOf(
  context: Pick<PlatformContext, 'operator' | 'clock' | 'webhooks'>,
  endpoint: WebhookEndpoint,
): Promise<Deletion> {
  const { operator, clock } = context
  const given = { endpoint_id: endpoint.id }
  const arrivals = endpoint.arrivals()
  const log = await takeSnapshot(operator, 'delivery_log', given)
  const { step: deleted } = await tryAction(operator, 'delete_endpoint', given)
  const deadline = clock.deadline(LOG_TAKES_EFFECT_MS)
  let afterwards = await takeSnapshot(operator, 'delivery_log', given)
  while (deleted.kind === 'done' && showsAny(afterwards, arrivals) && !deadline.expired()) {
    await clock.sleep(LOG_STEP_MS)
    afterwards = await takeSnapshot(operator, 'delivery_log', given)
  }
  const successor = deleted.kind === 'done' ? await successorOf(context, endpoint) : undefined
  return { arrivals, log, deleted, afterwards, ...(successor && { successor }) }
}

/** Opens an endpoint with the URL of the deleted one, and reads its log; undefined where none can be made. */
async function successorOf(
  { operator, webhooks }: Pick<PlatformContext, 'operator' | 'webhooks'>,
  endpoint: WebhookEndpoint,
): Promise<Snapshot | undefined> {
  // It subscribes to a rare type and is deleted at once: its deliveries would have another secret.
  // A platform may refuse a URL that was used before.
  const next = await webhooks.openBeside(endpoint, [SUCCESSOR_TYPE]).catch(unlessUnable)
  if (next === undefined) return undefined
  const snapshot = await takeSnapshot(operator, 'delivery_log', { endpoint_id: next.id })
  await tryAction(operator, 'delete_endpoint', { endpoint_id: next.id })
  return snapshot
}

const mentions = (shown: unknown, arrival: Arrival): boolean => {
  const id = eventIdOf(arrival)?.toLowerCase()
  return id !== undefined && leavesOf(shown).some(({ value }) => plainText(value).toLowerCase() === id)
}

const showsAny = ({ step, shown }: Snapshot, arrivals: readonly Arrival[]): boolean =>
  step.kind === 'done' && arrivals.some((arrival) => mentions(shown, arrival))

/** Judges that a deleted endpoint's history is gone, also from the log of a new endpoint with the same URL (6, R36). */
export function isGone({ arrivals, log, deleted, afterwards, successor }: Deletion): Verdict {
  return whenDone(deleted, () =>
    whenShown(log, (before) => {
      if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
      if (!arrivals.some((arrival) => mentions(before, arrival)))
        return cannotTell('the log had nothing while there was an endpoint')
      if (successor !== undefined && showsAny(successor, arrivals))
        return stillThere(successor, 'its deliveries, in the log of a new one at its address')
      if (afterwards.step.kind !== 'done') return isRefused(afterwards.step, 'no log')
      return showsAny(afterwards, arrivals) ? stillThere(afterwards, 'its deliveries') : passed()
    }),
  )
}

function stillThere({ step }: Snapshot, observed: string): Verdict {
  const exchange = step.kind === 'done' ? { exchange: step.exchange.id } : {}
  return failed({ expected: 'no history of an endpoint that was deleted', observed, ...exchange })
}
