import type { Exchange } from '../../../conformance/exchange.ts'
import type { Performance } from '../../../conformance/ports/client.ts'
import { all, cannotTell, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { asksAgain, endedAt, quotesOf, stateInAnswer } from '../vocabulary/requests.ts'
import { each, finding } from '../vocabulary/verdicts.ts'

const NO_POLLS = 'the status was not polled twice while it could change'

/** The pause between two successive polls of one quote whose state was not settled yet. */
interface Gap {
  readonly poll: Exchange
  readonly ms: number
}

/** Successive polls, and the time between the last other request and the first of them. */
interface Series {
  readonly leadMs: number
  readonly gaps: readonly Gap[]
}

/**
 * The pauses of a client that waits. A poll that repeats an unanswered or retryable one is not counted. The first poll after
 * another request begins a new series. A poll of a settled quote waits for nothing.
 */
function gapsOf(
  requests: readonly Exchange[],
  isPassing: (state: string | undefined) => boolean,
): readonly Series[] {
  const series: Series[] = []
  let gaps: Gap[] = []
  let leadMs = 0
  let began = 0
  let first: Exchange | undefined
  let last: Exchange | undefined
  for (const one of requests) {
    if (one.operation !== 'status') {
      const isWaiting = one.answer?.status === 409
      if (isWaiting) continue
      if (gaps.length > 0) series.push({ leadMs, gaps })
      gaps = []
      began = endedAt(one)
      first = undefined
      last = undefined
      continue
    }
    const isRepeat = last !== undefined && asksAgain(last)
    if (!isRepeat) {
      const wasPassing = last !== undefined && isPassing(stateInAnswer(last))
      if (first !== undefined && wasPassing) gaps.push({ poll: one, ms: one.targetMs - first.targetMs })
      if (first === undefined) leadMs = one.targetMs - began
      first = one
    }
    last = one
  }
  return gaps.length > 0 ? [...series, { leadMs, gaps }] : series
}

/**
 * The pause between two polls with an accepted update or bind between them, as a series of its own. Its lead is the pause
 * before it. Legal: an immediate poll after a refused or lost step, and one in a settled state.
 */
function acrossSteps(
  requests: readonly Exchange[],
  isPassing: (state: string | undefined) => boolean,
  mostLeadMs: number,
): readonly Series[] {
  const series: Series[] = []
  const [submission] = requests
  let before = submission === undefined ? 0 : endedAt(submission)
  let poll: Exchange | undefined
  let last: Exchange | undefined
  let isStepTaken = false
  for (const one of requests) {
    if (one.operation === 'update' || one.operation === 'bind') isStepTaken = isTaken(one)
    if (one.operation !== 'status') continue
    const isReread = last !== undefined && (asksAgain(last) || !isPassing(stateInAnswer(last)))
    if (!isReread || isStepTaken) {
      if (poll !== undefined && isStepTaken)
        series.push({
          leadMs: Math.min(poll.targetMs - before, mostLeadMs),
          gaps: [{ poll: one, ms: one.targetMs - poll.targetMs }],
        })
      before = poll?.targetMs ?? before
      poll = one
    }
    isStepTaken = false
    last = one
  }
  return series
}

const isTaken = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

/**
 * Returns a test that is true for states that are not settled. A client that goes on polling at an unknown state waits for that
 * to change, too.
 */
function passingIn({ lifecycle }: Spec): (state: string | undefined) => boolean {
  const settled = new Set(lifecycle.states.filter((one) => one.settled).map(({ name }) => name))
  return (state) => state !== undefined && !settled.has(state)
}

/** The shortest pause between two polls, with its tolerance, in milliseconds. */
export const leastPauseIn = ({ limits }: Spec): number =>
  limits.pollIntervalMs.min * (1 - limits.pollTolerance)

/** A person may check the result of an action at once. */
const isByHand = ({ runs }: Performance): boolean => runs.some(({ byHand }) => byHand === true)

/**
 * Legal: a timer with a fixed rate, where one poll came late and the next in time. So the average pause counts, from the
 * beginning of the wait. A single short pause counts only together with the pause before it, and only beyond delays of this
 * process.
 *
 * @param fewest the smallest number of successive pauses that are judged
 * @param excused the number of short pauses that people may have caused; with any, a single one is never judged
 */
const pollsNoFaster = (fewest: number, excused = 0): ClientClaim =>
  sessionClaim('client-polls-no-faster-than-2-seconds', (trace, { spec }) =>
    each(trace, (performance) => {
      const least = leastPauseIn(spec)
      const series = quotesOf(performance)
        .flatMap((requests) => gapsOf(requests, passingIn(spec)))
        .filter(({ gaps }) => gaps.length >= fewest)
      if (series.length === 0) return cannotTell(NO_POLLS)
      return all(series.map((one) => pace(one, least, performance.heldUpMs, excused)))
    }),
  )

export const pollsSlowly = pollsNoFaster(1)
/** Legal as well: a client that ends at an unknown state, and reads the status once more before that. */
export const pollsSlowlyWhereItGoesOn = pollsNoFaster(3)
/** Legal as well, in a recording: people who read the status between two polls of the client. */
export const pollsSlowlyOnTheWhole = pollsNoFaster(4, 1)

/**
 * Judges the pause across an update or a bind. A client may begin a new wait there, and many poll at once after it. So a breach
 * is only a warning.
 */
export const keepsThePace = sessionClaim('client-keeps-its-pace-across-steps', (trace, { spec }) =>
  each(trace, (performance) => {
    if (isByHand(performance)) return cannotTell('driven by hand: people poll at once')
    const series = quotesOf(performance).flatMap((requests) =>
      acrossSteps(requests, passingIn(spec), leastPauseIn(spec) + LATE_MS),
    )
    if (series.length === 0) return cannotTell('the status was not polled on both sides of a step')
    return all(series.map((one) => pace(one, leastPauseIn(spec), performance.heldUpMs)))
  }),
)

/** This many short pauses in one wait, and at least this part of all pauses, are not caused by a delayed timer. */
const OFTEN = 3
const OFTEN_PART = 1 / 3

/** A loaded machine may start due work this late. */
const LATE_MS = 300
/** At most this much of the time before the first poll counts. Otherwise a client could wait first and then poll quickly. */
const MOST_LEAD_MS = 3000

function pace({ leadMs, gaps }: Series, least: number, heldUpMs: number, excused = 0): Verdict {
  const lead = Math.min(leadMs, MOST_LEAD_MS)
  const total = gaps.reduce((sum, { ms }) => sum + ms, 0)
  const mean = total / gaps.length
  const fromTheBeginning = (lead + total) / (gaps.length + 1)
  const spare = Math.min(least / 2, heldUpMs + LATE_MS)
  // If only the first poll was delayed, all others look too early by that delay.
  const leastMean = least - Math.min(least / 2, heldUpMs) / gaps.length
  const [last] = gaps.slice(-1)
  const wanted = `at least ${Math.round(least)} ms between two polls`
  // Each wait of the machine may make one pause short: then only an average beyond all of them tells something.
  const isBusy = heldUpMs > least
  const most = Math.max(mean, fromTheBeginning)
  if (last !== undefined && gaps.length > 2 && most < leastMean)
    return isBusy && most >= least - heldUpMs / gaps.length
      ? tooBusy(heldUpMs)
      : failed(finding(last.poll, wanted, `${Math.round(mean)} ms on the average`))
  const quick = gaps.filter(({ ms }) => ms < least - spare)
  const often = quick.length >= gaps.length * OFTEN_PART ? quick[OFTEN - 1 + excused] : undefined
  if (often !== undefined)
    return failed(finding(often.poll, wanted, `${Math.round(often.ms)} ms, and as short twice before`))
  if (excused > 0) return passed()
  const short = gaps.find(({ ms }, index) => {
    const before = gaps[index - 1]?.ms ?? lead
    return ms < least - spare && ms + before < 2 * least - spare
  })
  if (short === undefined) return passed()
  return isBusy ? tooBusy(heldUpMs) : failed(finding(short.poll, wanted, `${Math.round(short.ms)} ms`))
}

const tooBusy = (heldUpMs: number): Verdict =>
  cannotTell(`this machine was held up for ${Math.round(heldUpMs)} ms, longer than a pause between two polls`)

export const pollsSlower = sessionClaim('client-observe-polls-slower', (trace, { spec }) =>
  each(trace, (performance) => {
    const gaps = quotesOf(performance).flatMap((requests) =>
      gapsOf(requests, passingIn(spec)).flatMap(({ gaps: own }) => own),
    )
    if (gaps.length === 0) return cannotTell(NO_POLLS)
    const mean = gaps.reduce((sum, { ms }) => sum + ms, 0) / gaps.length
    const isSlow = mean > spec.limits.pollIntervalMs.max * (1 + spec.limits.pollTolerance)
    return observed(isSlow ? `polls every ${(mean / 1000).toFixed(0)} s` : 'polls every 2 to 3 s')
  }),
)
