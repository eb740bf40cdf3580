import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import {
  all,
  cannotTell,
  cutOff,
  type Finding,
  failed,
  passed,
  type Verdict,
} from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { breach } from '../../../../vocabulary/events/breach.ts'
import type {
  BreakerTrace,
  BrokerEvents,
  ExpectedTypes,
  OutOfService,
  StatusSample,
  Watched,
} from './trace.ts'

export const COPIES = 'deliveries come with copies, and whether a copy counts as a failure is open'

export const TOO_LONG = 'the target was too slow: its failures are not within the window'

/** Says whether the failures are further apart than the window: a slow target may delay the events. */
export const isTooLong = ({ spanMs }: StatusSample, { delivery }: Spec): boolean =>
  spanMs > delivery.breaker.windowMs

export const most = ({ delivery }: Spec): number => delivery.breaker.failures

const failuresOf = ({ failures }: StatusSample): string => `${failures} failures`

/** Failed attempts about quotes of others, which may count as well. */
type Foreign = Pick<BreakerTrace, 'foreignDeliveries'>

/** Makes a failed verdict, or "cannot tell" where failed deliveries about other quotes may be the cause. */
export const wrongStatus = (trace: Foreign, expected: string, seen: string): Verdict =>
  unlessForeign(trace, { expected, observed: seen, at: 'endpoint status' })

/** The breaker did not open. Attempts that never end keep it from counting their event, so this may follow from another breach. */
export const notOpened = (trace: Foreign, expected: string, seen: string): Verdict =>
  unlessForeign(trace, { expected, observed: seen, at: 'endpoint status', absence: true })

const unlessForeign = ({ foreignDeliveries }: Foreign, finding: Finding): Verdict =>
  foreignDeliveries > 0
    ? cutOff(`${foreignDeliveries} failed attempts about quotes of others came in between`)
    : failed(finding)

const unknown = ({ status }: StatusSample): Verdict | undefined =>
  status === 'enabled' || status === 'disabled'
    ? undefined
    : cannotTell(`the operator says ${status}`, 'operator.endpoint_status')

/** Judges that an endpoint is enabled after fewer failures than open the breaker, even if copies count. */
export function isEnabled(trace: BreakerTrace, sample: StatusSample, five: number, when = ''): Verdict {
  if (sample.status === 'enabled') return passed(`enabled after ${failuresOf(sample)}${when && `, ${when}`}`)
  if (sample.withCopies >= five) return cannotTell(sample.failures < five ? COPIES : 'five had failed')
  return (
    unknown(sample) ??
    wrongStatus(trace, `enabled after ${failuresOf(sample)}${when && `, ${when}`}`, sample.status)
  )
}

/** Judges that an endpoint is disabled after enough failures, even if copies do not count. */
export function isDisabled(trace: Foreign, sample: StatusSample | undefined, spec: Spec): Verdict {
  const five = most(spec)
  if (sample === undefined) return cannotTell('not checked under this reading, or on real time')
  if (sample.failures < five) {
    if (sample.withCopies > sample.failures) return cannotTell(COPIES)
    return cannotTell(`only ${failuresOf(sample)} could be caused`)
  }
  if (sample.status === 'disabled') return passed(`disabled after ${failuresOf(sample)}`)
  if (isTooLong(sample, spec)) return cannotTell(TOO_LONG)
  return (
    unknown(sample) ??
    notOpened(trace, `disabled after ${five} failures`, `${sample.status} after ${failuresOf(sample)}`)
  )
}

/** Judges that an endpoint is enabled since its earlier failures have left the window. A slow target may have made them later. */
export const hasForgotten = (trace: BreakerTrace, sample: StatusSample, spec: Spec, when: string): Verdict =>
  (sample.restMs ?? Number.POSITIVE_INFINITY) <= spec.delivery.breaker.windowMs
    ? cannotTell('the target was too slow: its earlier failures may be within the window')
    : isEnabled(trace, sample, most(spec), when)

export const eachSample = (trace: BreakerTrace, samples: readonly StatusSample[], five: number): Verdict =>
  all(samples.filter(({ failures }) => failures < five).map((sample) => isEnabled(trace, sample, five)))

export const lastSample = (trace: BreakerTrace, samples: readonly StatusSample[], spec: Spec): Verdict => {
  const full = samples.find(({ failures }) => failures >= most(spec))
  return full === undefined ? cannotTell('it did not fail so often again') : isDisabled(trace, full, spec)
}

export function ifDisabled({ outOfService }: BreakerTrace, judge: (out: OutOfService) => Verdict): Verdict {
  return outOfService === undefined
    ? cannotTell('the endpoint was not taken out of service')
    : judge(outOfService)
}

const circumstance = ({ watchedMs, rotated }: Watched): string =>
  `${watchedMs} ms later${rotated ? ', its secret having been rotated' : ''}`

export const nothingCame = (watched: Watched): Verdict =>
  noDelivery(watched.arrivals) ?? passed(`nothing came, ${circumstance(watched)}`)

export function noBroker(events: BrokerEvents | undefined): Verdict {
  if (events === undefined) return cannotTell('no broker was added while an endpoint was out of service')
  const { arrivals, elsewhere } = events
  const verdict = elsewhere.length > 0 ? passed() : cannotTell('it did not reach a working endpoint either')
  return noDelivery(arrivals) ?? verdict
}

/** Fails for deliveries to a disabled endpoint; undefined where there are none. */
function noDelivery(arrivals: readonly Arrival[]): Verdict | undefined {
  const [first] = arrivals
  return (
    first && breach(first, 'no delivery to a disabled endpoint', `${arrivals.length} attempts`, 'endpoint')
  )
}

export function stayed(watched: Watched): Verdict {
  const { statusAtTheEnd } = watched
  const expected = `disabled ${circumstance(watched)}`
  if (statusAtTheEnd === 'disabled') return passed(`still ${expected}`)
  return statusAtTheEnd === 'enabled'
    ? failed({ expected, observed: statusAtTheEnd, at: 'endpoint status' })
    : cannotTell(`the operator says ${statusAtTheEnd}`, 'operator.endpoint_status')
}

/** Judges that a new endpoint starts enabled although another one with the same URL is disabled. */
export function startsInService({ successor }: Pick<OutOfService, 'successor'>): Verdict {
  if (successor === undefined) return cannotTell('no other endpoint could be registered at its address')
  if (successor === 'enabled') return passed('another one at its address starts enabled')
  return successor === 'disabled'
    ? failed({ expected: 'enabled, since it never failed', observed: successor, at: 'endpoint status' })
    : cannotTell(`the operator says ${successor}`, 'operator.endpoint_status')
}

export function came(arrivals: readonly Arrival[], expected: string): Verdict {
  return arrivals.length > 0
    ? passed()
    : failed({ expected, observed: 'nothing', at: 'endpoint', absence: true })
}

export function cameOfEveryType(events: ExpectedTypes | undefined, where: string): Verdict {
  if (events === undefined) return cannotTell('no policy was made')
  const missing = events.owed.filter((type) => !events.came.includes(type))
  const expected = `${events.owed.join(' and ')} at ${where}`
  return missing.length === 0
    ? passed()
    : failed({ expected, observed: `no ${missing.join(', no ')}`, at: 'endpoint', absence: true })
}
