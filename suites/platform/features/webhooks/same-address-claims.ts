import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim } from '../../vocabulary/context.ts'
import { breach } from '../../vocabulary/events/breach.ts'
import { NOT_REACHED } from '../../vocabulary/events/event.ts'

/** Two endpoints at one address; absent where the platform has no second one there, with an id and a secret of its own. */
export interface AddressTrace {
  readonly pair?: EndpointPair
}

/** The deliveries of one event. */
type Deliveries = readonly Arrival[]

export interface EndpointPair {
  /** Ids of the deliveries that are signed with the secret of the second endpoint. */
  readonly bySecond: readonly string[]
  /** Events before the second endpoint was registered. */
  readonly before: readonly Deliveries[]
  /** Events of the type to which both are subscribed. */
  readonly common: readonly Deliveries[]
  /** Events of the type to which the second one alone is subscribed. */
  readonly ofSecond: readonly Deliveries[]
  /** Events for both after the secret of the first was rotated; absent where it was not. */
  readonly rotated?: readonly Deliveries[]
  /** False where deliveries may be missing because of the way to the receiver, or of a busy machine. */
  readonly reached: boolean
  /** True where the operator shows the status of an endpoint. */
  readonly shown: boolean
  /** Absent where no deliveries of the second one alone could fail. */
  readonly broken?: Broken
  /** Absent where the second one could not be deleted, or where the platform does not have two. */
  readonly deleted?: Deleted
}

/** Facts about both endpoints after deliveries of the second one had failed. */
export interface Broken {
  /** Failed deliveries. */
  readonly failures: Deliveries
  /** The status of each endpoint; absent where the operator does not say it. */
  readonly first?: string
  readonly second?: string
  /** All other deliveries at the address, each of which was accepted. */
  readonly accepted: Deliveries
  /** Deliveries of the next event to the first endpoint; absent where no such event arose. */
  readonly next?: Deliveries
}

/** The first endpoint after the second one was deleted. */
export interface Deleted {
  /** Its status; absent where the operator does not say it. */
  readonly status?: string
  /** The submission of one more quote. */
  readonly submitted: string
  /** Deliveries of its event. */
  readonly next: Deliveries
}

const ONE = 'the platform has no second endpoint at one address, with an id and a secret of its own'
const COPIES = 'deliveries are repeated, so two of them need not be for two endpoints'
const MERGED = 'no event reached both endpoints, each with its own signature'

/** Claims on two endpoints at one address: each has its own secret and its own breaker (6.signature.2, 8.breaker). */
export const sameAddressClaims: readonly Claim<AddressTrace, Spec>[] = [
  claim('signing-secret-per-endpoint', ({ pair }) => ownSecrets(pair), 'of two at one address'),
  claim(
    'signing-secret-per-endpoint',
    ({ pair }) => keepsItsSecret(pair),
    'of two at one address, when that of the other was rotated',
  ),
  claim('breaker-is-per-endpoint', ({ pair }, { spec }) => ownBreaker(pair, spec), 'of two at one address'),
  claim(
    'every-endpoint-gets-the-event',
    ({ pair }) => goesOn(pair),
    'after another one at its address was deleted',
  ),
]

type Signer = 'first' | 'second' | 'neither'

const signerOf = ({ bySecond }: EndpointPair, { id, signature }: Arrival): Signer => {
  if (bySecond.includes(id)) return 'second'
  return signature.signedWith === 'none' ? 'neither' : 'first'
}

const areOnly = (pair: EndpointPair, deliveries: Deliveries, signer: Signer): boolean =>
  deliveries.length > 0 && deliveries.every((one) => signerOf(pair, one) === signer)

/** Says whether deliveries of an event are signed with both secrets: then each endpoint got its own. */
const isForBoth = (pair: EndpointPair, deliveries: Deliveries): boolean =>
  (['first', 'second'] as const).every((signer) => deliveries.some((one) => signerOf(pair, one) === signer))

/** Says whether each common event came to both endpoints: then they are two for the platform as well. */
export const areTwo = (pair: EndpointPair): boolean =>
  pair.common.length > 0 && pair.common.every((deliveries) => isForBoth(pair, deliveries))

/** Judges by which secrets the deliveries of each event are signed. One delivery of an event for both decides nothing. */
function ownSecrets(pair: EndpointPair | undefined): Verdict {
  if (pair === undefined) return cannotTell(ONE)
  const { before, common, ofSecond, reached } = pair
  const foreign = ofSecond.find((deliveries) => areOnly(pair, deliveries, 'first'))
  if (areTwo(pair)) return foreign === undefined ? passed() : wrongSecret(foreign, "the second endpoint's")
  if (!reached) return cutOff(NOT_REACHED)
  if (common.some((deliveries) => isForBoth(pair, deliveries)))
    return cannotTell('some events reached both endpoints, and others did not')
  if (common.length === 0 || common.some(({ length }) => length < 2))
    return cannotTell('an event came once for two endpoints at one address')
  // Without a second endpoint each event came once, and so does one of the second endpoint alone.
  if (before.length === 0 || before.some(({ length }) => length !== 1)) return cannotTell(COPIES)
  if (ofSecond.some(({ length }) => length > 1)) return cannotTell(COPIES)
  const same = common.find((each) => areOnly(pair, each, 'first') || areOnly(pair, each, 'second'))
  return same === undefined
    ? cannotTell('deliveries are signed with the secret of neither endpoint')
    : wrongSecret(same, "each endpoint's")
}

/** Judges that the rotation of one secret leaves that of the other endpoint as it is. */
function keepsItsSecret(pair: EndpointPair | undefined): Verdict {
  if (pair === undefined) return cannotTell(ONE)
  const { before, rotated = [], reached } = pair
  const [first] = rotated
  if (first === undefined) return cannotTell('no secret of two at one address was rotated')
  if (rotated.some((deliveries) => isForBoth(pair, deliveries))) return passed()
  if (!reached) return cutOff(NOT_REACHED)
  if (before.length === 0 || before.some(({ length }) => length !== 1)) return cannotTell(COPIES)
  return rotated.every((deliveries) => deliveries.length > 1 && areOnly(pair, deliveries, 'first'))
    ? wrongSecret(first, "each endpoint's")
    : cannotTell(MERGED)
}

function wrongSecret(deliveries: Deliveries, whose: string): Verdict {
  const last = deliveries.at(-1)
  const observed = `${deliveries.length} with the secret of one endpoint at the address`
  return last === undefined
    ? cannotTell(MERGED)
    : breach(last, `a signature with ${whose} own secret`, observed, 'x-platform-signature')
}

/** Judges that failures of the second endpoint take nothing from the first one. */
function ownBreaker(pair: EndpointPair | undefined, { delivery }: Spec): Verdict {
  if (pair === undefined) return cannotTell(ONE)
  if (!pair.shown) return cannotTell('no status of an endpoint is shown', 'operator.endpoint_status')
  if (!areTwo(pair)) return cannotTell(MERGED)
  const { broken, reached } = pair
  if (broken === undefined || !areOnly(pair, broken.failures, 'second'))
    return cannotTell('deliveries to the second endpoint alone could not be failed')
  const { first, second, next, accepted } = broken
  if (second !== 'disabled') return cannotTell('the second endpoint was not put out of service')
  if (first === undefined) return cannotTell('the status of the first endpoint is not known')
  if (first !== 'disabled' && next !== undefined && next.length > 0) return passed()
  if (!reached) return cutOff(NOT_REACHED)
  const inDoubt = accepted.filter((one) => mayBeLate(one, delivery.deadline.successMs))
  if (inDoubt.length >= delivery.breaker.failures)
    return cannotTell('the platform may have taken other deliveries for failures')
  if (first !== 'disabled' && next === undefined) return cannotTell('no further event arose')
  const cause = `${broken.failures.length} failures of another endpoint at its address`
  return failed({
    expected: 'an endpoint in service, with its next event',
    observed: first === 'disabled' ? `disabled after ${cause}` : `${first}, and no event after ${cause}`,
  })
}

/** Says whether an answer may have come too late by the platform's clock. */
const mayBeLate = ({ unanswered, earliest, ended, openMs = 0 }: Arrival, withinMs: number): boolean =>
  unanswered === true || ended === undefined || ended - earliest + openMs > withinMs

/** Judges that an endpoint gets events after another one at its address was deleted. */
function goesOn(pair: EndpointPair | undefined): Verdict {
  if (pair === undefined) return cannotTell(ONE)
  const { deleted, reached, shown } = pair
  if (!areTwo(pair)) return cannotTell(MERGED)
  if (deleted === undefined) return cannotTell('the second endpoint was not deleted')
  if (deleted.next.length > 0) return passed()
  if (!reached) return cutOff(NOT_REACHED)
  if (deleted.status !== 'enabled')
    return cannotTell(
      'nothing shows that the first endpoint is in service',
      ...(shown ? [] : ['operator.endpoint_status']),
    )
  return failed({
    expected: 'the event at the remaining endpoint',
    observed: 'no delivery of it',
    absence: true,
    exchange: deleted.submitted,
  })
}
