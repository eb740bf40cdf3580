import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import { statusOf } from '../../../../vocabulary/events/endpoint-status.ts'
import { whenDone } from '../../../../vocabulary/operator/step.ts'
import { deletionOf, isGone, mayBeOfSuccessor } from '../../delivery-log/deletion.ts'
import type { Breaking } from './endpoints.ts'
import type { BreakerTrace, DeletedWhileOut } from './trace.ts'

/** How long the suite watches for deliveries that were held, in milliseconds. */
const WATCH_MS = 20_000

/** Deletes an endpoint that has long been disabled, so that events of that time may be held; undefined where there is none. */
export async function deleteWhileOut({ context, endpoints }: Breaking): Promise<DeletedWhileOut | undefined> {
  const { webhooks, operator } = context
  const { spread } = endpoints
  if (!operator.can('delete_endpoint') || (await statusOf(context, spread)) !== 'disabled') return undefined
  const before = spread.arrivals().length
  const deletion = await deletionOf(context, spread)
  await webhooks.watch(WATCH_MS, WATCH_MS / 2)
  const after = spread.arrivals().slice(before)
  const own = after.filter((one) => deletion.successor === undefined || !mayBeOfSuccessor(one))
  return { deletion, after: own, watchedMs: WATCH_MS }
}

const NAME = 'out of service'

/** Claims that the deletion of an endpoint is final when it is out of service, too (6). */
export const deletedClaims: readonly Claim<BreakerTrace, Spec>[] = [
  claim('deleted-endpoint-gets-nothing', ({ deleted }) => ifDeleted(deleted, nothingHeld), NAME),
  claim(
    'deleted-endpoint-loses-its-history',
    ({ deleted }) => ifDeleted(deleted, ({ deletion }) => isGone(deletion)),
    NAME,
  ),
]

const ifDeleted = (
  deleted: DeletedWhileOut | undefined,
  judge: (deleted: DeletedWhileOut) => Verdict,
): Verdict =>
  deleted === undefined ? cannotTell('no endpoint was deleted while it was out of service') : judge(deleted)

/** Judges that deleting an endpoint out of service sends nothing that was held for it. */
export function nothingHeld({ deletion, after, watchedMs }: DeletedWhileOut): Verdict {
  const [first] = after
  return whenDone(deletion.deleted, () =>
    first === undefined
      ? passed(`watched for ${watchedMs} ms`)
      : breach(first, 'no delivery after deletion', `${after.length} attempts`, 'endpoint'),
  )
}
