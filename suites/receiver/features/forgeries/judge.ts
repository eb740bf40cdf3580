import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import {
  type Delivered,
  type Effects,
  eachProcessed,
  neverProcessed,
  processedAtAll,
  stillProcessed,
} from '../../vocabulary/effects/processed.ts'
import {
  accepted,
  allOf,
  answerFinding,
  answerText,
  isAccepted,
  isUnreached,
} from '../../vocabulary/judge/answer.ts'
import { goneAfter } from '../../vocabulary/judge/gone.ts'
import { refusedOne } from '../../vocabulary/judge/refused.ts'
import type { Separated } from './separate.ts'
import { counterpartsOf, forgedOnly, forgeriesOf, type Trial } from './trial.ts'

/** A forgery must get an answer other than 2xx. It counts only beside a counterpart that is accepted. */
export function refused(trials: readonly Trial[]): Verdict {
  return allOf(
    trials.flatMap((trial) => {
      const { name, counterpart, isOpen } = trial
      const verdicts = forgeriesOf(trial).map((exchange) => refusedOne(name, exchange, counterpart))
      return verdicts.filter(({ kind }) => isOpen !== true || kind === 'failed' || kind === 'passed')
    }),
  )
}

/** A 5xx, a dropped connection or silence also refuses a forgery, but by a crash (R30). */
export function calmlyRefused(trials: readonly Trial[]): Verdict {
  return allOf(
    trials
      .flatMap((trial) => forgeriesOf(trial).map((forged) => ({ name: trial.name, forged })))
      .filter(({ forged }) => !isAccepted(forged))
      .map(({ name, forged }) => {
        if (isUnreached(forged)) return cutOff(`${name}: ${answerText(forged)}`)
        const status = forged.answer?.status
        return status !== undefined && status < 500
          ? passed()
          : failed(answerFinding(forged, 'an answer below 500', name))
      }),
  )
}

/** A forgery must not stop the receiver, not even for a moment. One outage may be a chance; its forgery was tried again. */
export function staysUp(trials: readonly Trial[]): Verdict {
  const stopped = trials.flatMap(({ name, outages = [] }) => outages.map((one) => ({ name, ...one })))
  const [only, ...others] = stopped
  if (only === undefined) return passed()
  if (others.length === 0 && only.goneMs !== undefined)
    return observed('the receiver was gone once, and not again after the same forgery')
  // Beside a deadly forgery others have no answer either. The deadly one stops the receiver again when it is sent again.
  const again = trials.filter(({ outages = [] }) => outages.length > 1).map(({ name }) => name)
  const sure = stopped.filter(({ name }) => again.length === 0 || again.includes(name))
  return failed(...sure.map((one) => goneAfter(one, one.name)))
}

/** A receiver that was started anew may show no earlier effects. */
const wasStopped = (trials: readonly Trial[]): boolean =>
  trials.some(({ outages = [] }) => outages.length > 0)

/** The fate of events that were sent again by themselves, since they were lost after a forgery. */
export interface Separation {
  readonly separated: readonly Separated[]
  readonly effects: Effects
}

const timesOf = (effects: Effects, { id }: Delivered): number =>
  'times' in effects ? (effects.times[id] ?? 0) : 0

/** True where a forgery alone makes a receiver lose an event: sent one at a time, it was lost after the forgery and not without. */
const isForgeryToBlame = ({ separated, effects }: Separation): boolean =>
  separated.some(({ forged, unforged }) => timesOf(effects, forged) === 0 && timesOf(effects, unforged) > 0)

/** A counterpart that is refused shows a poisoned event only where the same delivery is accepted without a forgery before it. */
function counterpartAccepted({ name, counterpart, unforged, plain }: Trial): Verdict {
  const isRefusedAnyway =
    unforged !== undefined && !isAccepted(unforged) && plain !== undefined && isAccepted(plain)
  return isRefusedAnyway && !isAccepted(counterpart)
    ? cutOff(`after: ${name}: the same event is refused without a forgery before it, too`)
    : accepted(counterpart, `after: ${name}`)
}

/** Without readable effects the answers alone decide, and the verdict says so. */
export function poisonsNothing(
  trials: readonly Trial[],
  effects: Effects,
  separation: Separation | undefined,
): Verdict {
  const answers = allOf(trials.filter(({ isOpen }) => isOpen !== true).map(counterpartAccepted))
  if (answers.kind !== 'passed') return answers
  if (wasStopped(trials)) return passed('a forgery stopped the receiver; its earlier events are not judged')
  const processed = stillProcessed(counterpartsOf(trials), effects)
  return processed.kind === 'failed' && separation !== undefined && !isForgeryToBlame(separation)
    ? cutOff('events were lost, but not because of the forgeries before them')
    : processed
}

/** Events that were accepted and lost, unless the forgeries before them are the cause. */
export function noneLost(
  trials: readonly Trial[],
  effects: Effects,
  separation: Separation | undefined,
): Verdict {
  if (wasStopped(trials))
    return cannotTell('a forgery stopped the receiver; its earlier events are not judged')
  const events = counterpartsOf(trials).filter(({ exchanges }) => exchanges.some(isAccepted))
  if (events.length === 0) return cannotTell('no event of these trials was accepted')
  const processed = eachProcessed(effects, events, processedAtAll)
  return processed.kind === 'failed' && (separation === undefined || isForgeryToBlame(separation))
    ? cannotTell('what was lost after a forgery is judged by itself')
    : processed
}

export function noForgeryProcessed(trials: readonly Trial[], effects: Effects): Verdict {
  const forged = forgedOnly(trials)
  if (forged.length === 0) return cannotTell('every forgery had a counterpart under the same Event-ID')
  return eachProcessed(effects, forged, neverProcessed)
}

/** Observes in which ways forgeries are refused, once for all of them. */
export function waysOfRefusing(trials: readonly Trial[]): Verdict {
  const ways = trials
    .filter(({ forged }) => !isAccepted(forged))
    .map(({ forged: { answer, failure } }) => String(answer?.status ?? failure?.kind ?? 'no answer'))
  return observed(`forgeries are answered ${[...new Set(ways)].sort().join(', ') || 'with a 2xx'}`)
}
