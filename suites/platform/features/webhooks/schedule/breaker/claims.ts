import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import {
  all,
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { claim } from '../../../../vocabulary/context.ts'
import { breach } from '../../delivery.ts'
import { attemptClaims } from '../attempt-claims.ts'
import { ladderAfterwards } from './ladder-afterwards.ts'
import type { BreakerTrace, Look, OutOfService } from './trace.ts'

const COPIES = 'deliveries come with copies, and whether a copy counts as a failure is open'

const COUNTED = { attempts: 'failed attempts', events: 'events that failed for good' } as const

/** Claims on the causes that take an endpoint out of service, and on the effects (8.breaker, R27). */
export const breakerClaims: readonly Claim<BreakerTrace, Spec>[] = [
  claim('breaker-fits-a-reading', (trace, { spec }) => fitsAReading(trace, spec)),
  claim('breaker-stays-closed-below-five', (trace, { spec }) => staysClosed(trace, most(spec))),
  claim('breaker-forgets-after-five-minutes', (trace, { spec }) =>
    trace.below.status === 'enabled'
      ? isEnabled(trace, trace.belowAgain, most(spec), 'as many again when the window was over')
      : cannotTell('it was out of service before'),
  ),
  claim('breaker-opens-at-five', (trace, { spec }) => opens(trace, spec)),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.spread, spec),
    'spread over four minutes, with successes in between',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.afterSuccess, spec),
    'of two events, with a success in between',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => isDisabled(trace, trace.across, spec),
    'five minutes after an earlier failure',
  ),
  claim(
    'breaker-opens-at-five',
    (trace, { spec }) => whenOut(trace, ({ again }) => lastOf(trace, again, spec)),
    'after it was enabled again',
  ),
  claim(
    'breaker-stays-closed-below-five',
    (trace, { spec }) => whenOut(trace, ({ again }) => each(trace, again, most(spec))),
    'after it was enabled again',
  ),
  claim('breaker-stops-deliveries', (trace) => whenOut(trace, nothingCame)),
  claim('breaker-stays-open', (trace) => whenOut(trace, stayed)),
  claim('breaker-is-per-endpoint', (trace) =>
    whenOut(trace, ({ elsewhere }) =>
      trace.below.status === 'enabled'
        ? came(elsewhere, 'the event at a working endpoint')
        : cannotTell('no endpoint worked any more'),
    ),
  ),
  claim('breaker-lets-enabled-endpoints-work', (trace) =>
    whenOut(trace, ({ afterwards }) => came(afterwards, 'new events after it was enabled')),
  ),
  claim('observe-events-while-disabled', (trace) =>
    whenOut(trace, ({ lateEvents }) => observed(lateEvents > 0 ? 'they are sent later' : 'they are lost')),
  ),
  claim('observe-retries-while-disabled', (trace) =>
    whenOut(trace, ({ lateRepeats }) => {
      if (lateRepeats > 0) return observed('they are sent later')
      // Where whole events count, all ladders have ended by then.
      return trace.reading === 'attempts'
        ? observed('they are lost')
        : cannotTell('no retry was due meanwhile')
    }),
  ),
  ...attemptClaims<BreakerTrace>(
    ({ outOfService }) => (outOfService ? [outOfService.afterwards] : []),
    'after the endpoint was enabled again',
  ),
  ...ladderAfterwards,
]

const TOO_LONG = 'the target took so long that its failures do not lie within the window'

/** A target that puts requests off may bring the events about so slowly that the window is over between them. */
const isTooLong = ({ spanMs }: Look, { delivery }: Spec): boolean => spanMs > delivery.breaker.windowMs

const most = ({ delivery }: Spec): number => delivery.breaker.failures

const failuresOf = ({ failures }: Look): string => `${failures} failures`

/** Judges that something must not be, unless deliveries about other quotes had a part in it. */
function wrong({ foreignDeliveries }: BreakerTrace, expected: string, seen: string): Verdict {
  return foreignDeliveries > 0
    ? cutOff(`${foreignDeliveries} failed attempts about quotes of others came in between`)
    : failed({ expected, observed: seen, at: 'endpoint status' })
}

const unknown = ({ status }: Look): Verdict | undefined =>
  status === 'enabled' || status === 'disabled'
    ? undefined
    : cannotTell(`the operator says ${status}`, 'operator.endpoint_status')

/** Fewer failures than open it, however copies count. */
function isEnabled(trace: BreakerTrace, look: Look, five: number, when = ''): Verdict {
  if (look.status === 'enabled') return passed(`enabled after ${failuresOf(look)}${when && `, ${when}`}`)
  if (look.withCopies >= five) return cannotTell(look.failures < five ? COPIES : 'five had failed')
  return unknown(look) ?? wrong(trace, `enabled after ${failuresOf(look)}${when && `, ${when}`}`, look.status)
}

/** As many failures as open it, even if copies do not count. */
function isDisabled(trace: BreakerTrace, look: Look | undefined, spec: Spec): Verdict {
  const five = most(spec)
  if (look === undefined) return cannotTell('it is not looked at by this reading, or on real time')
  if (look.failures < five) {
    if (look.withCopies > look.failures) return cannotTell(COPIES)
    return cannotTell(`only ${failuresOf(look)} could be brought about`)
  }
  if (look.status === 'disabled') return passed(`disabled after ${failuresOf(look)}`)
  if (isTooLong(look, spec)) return cannotTell(TOO_LONG)
  return (
    unknown(look) ??
    wrong(trace, `disabled after ${five} failures`, `${look.status} after ${failuresOf(look)}`)
  )
}

/** The endpoint that got four, and every look at another one before the fifth. */
function staysClosed(trace: BreakerTrace, five: number): Verdict {
  // Where failed attempts opened it too late, no count of events tells anything.
  if (trace.openedAt !== undefined) return cannotTell('the endpoint was out of service before')
  const looks = [...trace.sharp.filter(({ failures }) => failures < five), trace.below]
  return all(looks.map((look) => isEnabled(trace, look, five)))
}

const each = (trace: BreakerTrace, looks: readonly Look[], five: number): Verdict =>
  all(looks.filter(({ failures }) => failures < five).map((look) => isEnabled(trace, look, five)))

const lastOf = (trace: BreakerTrace, looks: readonly Look[], spec: Spec): Verdict => {
  const full = looks.find(({ failures }) => failures >= most(spec))
  return full === undefined ? cannotTell('it did not fail so often again') : isDisabled(trace, full, spec)
}

/** Exactly five open it: the look after them comes before the next one is due. */
function opens(trace: BreakerTrace, spec: Spec): Verdict {
  const five = most(spec)
  if (trace.openedAt !== undefined)
    return wrong(trace, `disabled after ${five} failed attempts, or not by them`, openedLate(trace.openedAt))
  const full = trace.sharp.filter(({ failures }) => failures >= five)
  const first = full[0] ?? trace.sharp.at(-1)
  return first === undefined
    ? cannotTell('five failures could not be brought about')
    : isDisabled(trace, first, spec)
}

const openedLate = (attempts: number): string =>
  `disabled only after ${attempts} failed attempts, when no event had failed for good`

function whenOut({ outOfService }: BreakerTrace, judge: (out: OutOfService) => Verdict): Verdict {
  return outOfService === undefined
    ? cannotTell('the endpoint was not taken out of service')
    : judge(outOfService)
}

function nothingCame({ arrivals, watchedMs }: OutOfService): Verdict {
  const [first] = arrivals
  return first === undefined
    ? passed(`watched for ${watchedMs} ms`)
    : breach(first, 'no delivery to a disabled endpoint', `${arrivals.length} attempts`, 'endpoint')
}

function stayed({ statusAtTheEnd, watchedMs }: OutOfService): Verdict {
  if (statusAtTheEnd === 'disabled') return passed(`still disabled ${watchedMs} ms later`)
  return statusAtTheEnd === 'enabled'
    ? failed({ expected: `disabled ${watchedMs} ms later`, observed: statusAtTheEnd, at: 'endpoint status' })
    : cannotTell(`the operator says ${statusAtTheEnd}`, 'operator.endpoint_status')
}

function came(arrivals: readonly Arrival[], expected: string): Verdict {
  return arrivals.length > 0 ? passed() : failed({ expected, observed: 'nothing', at: 'endpoint' })
}

/** Either five attempts open it, or five events do; a target whose endpoint opens at neither fits no reading. */
function fitsAReading(trace: BreakerTrace, spec: Spec): Verdict {
  const { reading, sharp, openedAt } = trace
  const five = 'out of service after five failures'
  if (openedAt !== undefined) return wrong(trace, five, openedLate(openedAt))
  if (sharp.some(({ status }) => status === 'disabled')) return passed(`what counts: ${COUNTED[reading]}`)
  const last = sharp.at(-1)
  if (last === undefined || last.failures < 5)
    return cannotTell(last && last.withCopies > last.failures ? COPIES : 'five events did not fail for good')
  if (isTooLong(last, spec)) return cannotTell(TOO_LONG)
  return wrong(
    trace,
    five,
    `still ${last.status} after five failed attempts and after ${last.failures} events that failed for good`,
  )
}
