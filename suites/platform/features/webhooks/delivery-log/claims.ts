import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { type Look, whenShown } from '../../office/step.ts'
import { type EventPairs, type Pair, pairsOf, statedMs } from './match.ts'

/** Attempts that an endpoint received, and the log of that endpoint; absent where nobody can show it. */
export interface Logged {
  readonly arrivals: readonly Arrival[]
  readonly log: Look
}

/** How far a logged time may be from the one that the attempt states, in milliseconds (R36). */
const TOLERANCE_MS = 1000

/** Claims on a delivery log beside what was received (6, R36). */
export function logClaims<T>(of: (trace: T) => Logged | Verdict, name?: string): readonly Claim<T, Spec>[] {
  const about = (judge: (event: EventPairs) => Verdict) => (trace: T) => {
    const logged = of(trace)
    if ('kind' in logged) return logged
    const { arrivals, log } = logged
    if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
    return whenShown(log, (shown) => all(pairsOf(arrivals, shown).map(judge)))
  }
  return [
    claim<T>('delivery-log-has-every-attempt', about(hasEvery), name),
    claim<T>(
      'delivery-log-times',
      about(({ pairs }) => ofLogged(pairs, (all) => all.map(timeOf))),
      name,
    ),
    claim<T>(
      'delivery-log-results',
      about(({ pairs }) => ofLogged(pairs, (all) => [...all.map(resultOf), wordsOf(all)])),
      name,
    ),
  ]
}

function hasEvery({ eventId, logged, pairs }: EventPairs): Verdict {
  const [first] = pairs
  return logged >= pairs.length
    ? passed()
    : failed({
        expected: `${pairs.length} attempts to deliver ${eventId}`,
        observed: logged === 0 ? 'none' : `${logged} in the log`,
        at: 'attempts',
        ...(first && { arrival: first.arrival.id }),
      })
}

type Found = Pair & Required<Pick<Pair, 'logged'>>

/** Missing attempts are judged by another claim. */
function ofLogged(pairs: readonly Pair[], judge: (found: readonly Found[]) => readonly Verdict[]): Verdict {
  const found = pairs.filter((pair): pair is Found => pair.logged !== undefined)
  return found.length === 0 ? cannotTell('the log has no attempt of the event') : all(judge(found))
}

function timeOf({ arrival, logged: { at, isFine } }: Found): Verdict {
  const stated = statedMs(arrival)
  if (stated === undefined) return cannotTell('the attempt states no time that can be read')
  // A time in whole seconds may be cut off or rounded.
  const tolerance = TOLERANCE_MS + (isFine && stated % 1000 !== 0 ? 0 : 999)
  if (at !== undefined && Math.abs(at - stated) <= tolerance) return passed()
  return failed({
    expected: `${new Date(stated).toISOString()}, the time of the attempt`,
    observed: at === undefined ? 'no time' : new Date(at).toISOString(),
    at: 'at',
    arrival: arrival.id,
  })
}

const statusOf = ({ arrival: { answered } }: Found): number | undefined =>
  answered.kind === 'answer' ? answered.status : undefined

/** A code is the one that was answered; a word stands where there is none. */
function resultOf(found: Found): Verdict {
  const { result } = found.logged
  const status = statusOf(found)
  const isRight =
    status === undefined || (typeof result === 'number' ? result === status : result !== undefined)
  return isRight
    ? passed()
    : failed({
        expected: `the result ${status}`,
        observed: result === undefined ? 'none' : `${result}`,
        at: 'status',
        arrival: found.arrival.id,
      })
}

/** Where results are words, those of failures are others than those of successes. */
function wordsOf(found: readonly Found[]): Verdict {
  const words = (isGood: boolean) =>
    found
      .filter((one) => (statusOf(one) ?? 500) < 300 === isGood)
      .flatMap(({ logged: { result } }) => (typeof result === 'string' ? [result] : []))
  const failures = words(false)
  const same = words(true).find((word) => failures.includes(word))
  return same === undefined
    ? passed()
    : failed({
        expected: 'one word for attempts that succeeded and another for those that failed',
        observed: `${same} for both`,
        at: 'status',
      })
}
