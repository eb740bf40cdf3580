import type { Exchange } from '../../../conformance/exchange.ts'
import type { Performance, PlayTrace } from '../../../conformance/ports/client.ts'
import { all, cannotTell, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type ClientClaim, claim } from '../vocabulary/context.ts'
import { asksAgain, quotesOf, toldState } from '../vocabulary/requests.ts'
import { each, finding } from '../vocabulary/verdicts.ts'

const NO_POLLS = 'the status was not polled twice in a row'

/** Two polls in a row of one quote whose state was still passing, and the pause between them. */
interface Gap {
  readonly poll: Exchange
  readonly ms: number
}

/**
 * The pauses of a client that waits. A repeat of a poll that had no answer, or asked for another try, is no poll. The first look
 * after anything else was done with the quote begins anew. A look at a quote that has settled waits for nothing.
 */
function gapsOf(requests: readonly Exchange[], passing: ReadonlySet<string>): readonly Gap[][] {
  const series: Gap[][] = []
  let gaps: Gap[] = []
  let first: Exchange | undefined
  let last: Exchange | undefined
  for (const one of requests) {
    if (one.operation !== 'status') {
      const isWaiting = one.answer?.status === 409
      if (isWaiting) continue
      if (gaps.length > 0) series.push(gaps)
      gaps = []
      first = undefined
      last = undefined
      continue
    }
    const isRepeat = last !== undefined && asksAgain(last)
    if (!isRepeat) {
      const wasPassing = last !== undefined && passing.has(toldState(last) ?? '')
      if (first !== undefined && wasPassing) gaps.push({ poll: one, ms: one.targetMs - first.targetMs })
      first = one
    }
    last = one
  }
  return gaps.length > 0 ? [...series, gaps] : series
}

const passingStates = ({ lifecycle }: Spec): ReadonlySet<string> =>
  new Set(lifecycle.states.filter(({ settled }) => !settled).map(({ name }) => name))

/**
 * Legal: a timer that fires at a fixed rate, of which one poll came late and the next in time. So pauses count on the average of
 * what lies in a row. A single one counts beyond what this process itself was held up, and where it is half the pause.
 */
const notTooFast = claim('client-polls-no-faster-than-2-seconds', (trace, { spec }) =>
  each(trace, (performance) => {
    const { min } = spec.limits.pollIntervalMs
    const least = min * (1 - spec.limits.pollTolerance)
    const series = quotesOf(performance).flatMap((requests) => gapsOf(requests, passingStates(spec)))
    if (series.length === 0) return cannotTell(NO_POLLS)
    return all(series.map((gaps) => pace(gaps, least, performance.heldUpMs)))
  }),
)

/** A machine under load starts what is due so much late. */
const LATE_MS = 300

function pace(gaps: readonly Gap[], least: number, heldUpMs: number): Verdict {
  const mean = gaps.reduce((sum, { ms }) => sum + ms, 0) / gaps.length
  const [last] = gaps.slice(-1)
  const shortest = gaps.reduce((one, other) => (other.ms < one.ms ? other : one))
  const spare = Math.min(least / 2, heldUpMs + LATE_MS)
  const isFast = gaps.length >= 3 ? mean < least : mean < least - spare / gaps.length
  if (!isFast && shortest.ms >= least - spare) return passed()
  const { poll, ms } = isFast && last !== undefined ? { poll: last.poll, ms: mean } : shortest
  const what = isFast ? 'on the average' : 'once'
  return failed(
    finding(poll, `at least ${Math.round(least)} ms between two polls`, `${Math.round(ms)} ms ${what}`),
  )
}

const slower = claim('client-observe-polls-slower', (trace, { spec }) =>
  each(trace, (performance) => {
    const gaps = quotesOf(performance).flatMap((requests) => gapsOf(requests, passingStates(spec)).flat())
    if (gaps.length === 0) return cannotTell(NO_POLLS)
    const mean = gaps.reduce((sum, { ms }) => sum + ms, 0) / gaps.length
    const isSlow = mean > spec.limits.pollIntervalMs.max * (1 + spec.limits.pollTolerance)
    return observed(isSlow ? `polls every ${(mean / 1000).toFixed(0)} s` : 'polls every 2 to 3 s')
  }),
)

/** A look at the status that comes so soon after the last one waits for nothing: it reads what is there. */
const REREAD_MS = 1500
/** People reload pages. */
const MOST_BY_HAND = 3

/**
 * Polling stops at a state. Legal: the first look after something was done with the quote, which cannot know the state yet. Also
 * one look again at once, before a bind or for the record, and by hand a few.
 */
const stopsAt = (requirement: string, state: string): ClientClaim =>
  claim(requirement, (trace) =>
    each(trace, (performance) => {
      const isByHand = performance.runs.some(({ end }) => end.kind === 'by-hand')
      const reached = quotesOf(performance).filter((requests) =>
        requests.some((one) => one.operation === 'status' && toldState(one) === state),
      )
      if (reached.length === 0) return cannotTell(`the client did not see a quote in ${state}`)
      const surplus = reached.flatMap((requests) => surplusAt(requests, state))
      const [first] = surplus
      if (first === undefined || surplus.length <= (isByHand ? MOST_BY_HAND : 0)) return passed()
      return failed(finding(first, `no poll after ${state} was told`, `${surplus.length} more`))
    }),
  )

function surplusAt(requests: readonly Exchange[], state: string): readonly Exchange[] {
  const surplus: Exchange[] = []
  let rereads = 0
  for (const [index, one] of requests.entries()) {
    const last = requests[index - 1]
    const isInRow = last?.operation === 'status' && one.operation === 'status'
    if (!isInRow) rereads = 0
    if (!isInRow || asksAgain(last) || toldState(last) !== state) continue
    const isReread = one.targetMs - last.targetMs < REREAD_MS
    rereads += isReread ? 1 : 0
    if (!isReread || rereads > 1) surplus.push(one)
  }
  return surplus
}

/** Legal: a client that is still polling when its time is up. */
const pollsOnWhile = (requirement: string, state: string): ClientClaim =>
  claim(requirement, (trace) =>
    !trace.journey.includes('poll')
      ? cannotTell("the client's journey has no poll", 'client.journey')
      : each(trace, (performance) => goesOn(performance, trace, state)),
  )

function goesOn(performance: Performance, { journey }: PlayTrace, state: string): Verdict {
  const waits = state === 'pending' || journey.includes('policy')
  const quotes = quotesOf(performance).map((requests) => ({
    requests,
    told: requests.flatMap((one) => toldState(one) ?? []),
  }))
  const seen = quotes.filter(({ told }) => told.includes(state))
  if (seen.length === 0 || !waits) return cannotTell(`no quote was ${state} for long`)
  const left = seen.filter(({ told }) => told.at(-1) === state)
  const [first] = left
  if (first === undefined) return passed()
  if (performance.runs.some(({ end }) => end.kind === 'timeout')) return cannotTell('its time was up')
  const last = first.requests.at(-1)
  const observedEnd = `the last that it was told was ${state}`
  return failed(
    last === undefined
      ? { expected: 'polls until the quote settles', observed: observedEnd }
      : finding(last, 'polls until the quote settles', observedEnd),
  )
}

/** Statements about the pace of polling, and where it ends. */
export const pollingClaims = [
  notTooFast,
  slower,
  stopsAt('client-stops-at-ready-to-bind', 'ready_to_bind'),
  stopsAt('client-stops-at-issued', 'issued'),
]

export const pollsOnWhilePending = pollsOnWhile('client-polls-on-while-pending', 'pending')
export const pollsOnWhileBound = pollsOnWhile('client-polls-on-while-bound', 'bound')
export const stopsAtApprovedRate = stopsAt('client-stops-at-approved-rate', 'approved_rate')
export const stopsAtReview = stopsAt('client-stops-at-underwriter-review', 'underwriter_review')
export const stopsAtFailed = stopsAt('client-stops-at-failed', 'failed')
export const stopsAtDeclined = stopsAt('client-stops-at-declined', 'declined')
