import { type Exchange, REDACTED } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import { JOURNEY_STEPS, type Performance } from '../../../conformance/ports/client.ts'
import type { Facts, StandingClaim } from '../../../conformance/scenario.ts'
import { all, cannotTell, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { advised } from '../../remedy.ts'
import { bodyClaims } from '../claims/bodies.ts'
import { bindsWhenReady, doesNotRetry400, heedsAnUpdate, updatesWhereTheyApply } from '../claims/conduct.ts'
import { credentialClaims } from '../claims/credentials.ts'
import { givesUpOn404, waitsOn409 } from '../claims/documents.ts'
import { methodClaims } from '../claims/methods.ts'
import { pollsSlower, pollsSlowlyOnTheWhole } from '../claims/pace.ts'
import {
  stopsAtApprovedRate,
  stopsAtDeclined,
  stopsAtFailed,
  stopsAtIssued,
  stopsAtReady,
  stopsAtReview,
} from '../claims/polling.ts'
import { backsOff } from '../claims/retries.ts'
import {
  endsOn401,
  isSentAgain,
  keepsARefusedToken,
  renewsAfter401,
  renewsBeforeExpiry,
  reusesItsToken,
} from '../claims/tokens.ts'
import type { ClientClaim } from '../vocabulary/context.ts'
import { requestedQuoteId } from '../vocabulary/requests.ts'
import { knownFacts, lacksDurations } from './known.ts'
import { repeatsIn, retriesIn, type Series } from './repeats.ts'
import { performanceOf, requestsByQuote, rowsIn, spellsIn, waitsIn } from './spells.ts'
import { knownSteps } from './steps.ts'
import { outlivesAToken, withTheirTokens } from './tokens.ts'

export { NOT_RECORDED } from './not-recorded.ts'

type Statement = StandingClaim<Spec>
type Found = readonly Performance[]

/** A person, a second worker or a test may send a refused request so many times more. */
const MOST_MORE = 3
/** With so many pauses a client that draws them at random is hardly taken for one that makes none. */
const FEWEST_PAUSES = 4
/** Below this, the pauses after a 409 say nothing. */
const FEWEST_WAITS = 5
const FEWEST_POLLS = 4

/** A statement about what a client sends over time, judged by each performance that a ledger shows. */
function overTime(
  claim: ClientClaim,
  find: (facts: Facts<Spec>) => Found,
  relies?: Statement['relies'],
): Statement {
  return {
    requirement: claim.requirement,
    ...(relies && { relies }),
    judge(facts) {
      const known = knownFacts(facts)
      const verdict = decided(
        find(known).map((one) => claim.judge({ journey: JOURNEY_STEPS, performances: [one] }, known)),
      )
      return verdict ?? (lacksDurations(facts) ? cannotTell('durations are not recorded') : undefined)
    },
  }
}

/** The verdict of several performances together; undefined where none decides anything. */
function decided(verdicts: readonly Verdict[]): Verdict | undefined {
  const some = verdicts.filter(({ kind }) => kind !== 'cannot-tell')
  return some.length === 0 ? undefined : all(some)
}

const has =
  (...statuses: readonly number[]) =>
  ({ answer }: Exchange): boolean =>
    statuses.includes(answer?.status ?? 0)

const is5xx = ({ answer }: Exchange): boolean => answer !== undefined && answer.status >= 500

/** A few repeats are those of a person, so that only the first request counts. */
const unlessFew = ([first, ...more]: Series): Performance =>
  performanceOf(more.length > MOST_MORE ? [first, ...more] : [first])

const saysWhen = ({ answer }: Exchange): boolean =>
  answer?.headers.some(([name]) => name === 'retry-after') ?? false

/** Legal: pauses that the platform asks for. */
const outages = (ledger: Ledger): Found =>
  retriesIn(ledger, is5xx)
    .filter((series) => series.length > FEWEST_PAUSES && !series.some(saysWhen))
    .map(performanceOf)

/** Proposals that are asked for again and again while they are not ready, each series behind its submission. */
const waits = (ledger: Ledger): Found =>
  repeatsIn(ledger, has(409), 'client')
    .filter((series) => series.length > FEWEST_WAITS)
    .flatMap((series) => {
      const submission = submissionOf(series[0], ledger)
      return submission === undefined ? [] : [performanceOf([submission, ...series])]
    })

const submissionOf = ({ quoteId }: Exchange, ledger: Ledger): Exchange | undefined =>
  submissionsIn(ledger.exchanges).get(quoteId?.toLowerCase())

const submissionsIn = onceFor(
  (exchanges: readonly Exchange[]) =>
    new Map(
      requestsByQuote({ exchanges }).flatMap(([first]) =>
        first ? [[requestedQuoteId(first), first] as const] : [],
      ),
    ),
)

const missing = (ledger: Ledger): Found =>
  repeatsIn(ledger, has(404), 'caller')
    .filter(([first]) => first.operation === 'quote-proposal')
    .map(unlessFew)

const polledTokens = (facts: Facts<Spec>): Found =>
  rowsIn(facts)
    .filter(({ polls }) => polls.length >= FEWEST_POLLS)
    .flatMap(({ polls }) => {
      const requests = withTheirTokens(polls, facts)
      return requests === undefined ? [] : [performanceOf(requests)]
    })

const wholeWhereATokenEnds = (ledger: Ledger): Found =>
  outlivesAToken(ledger) ? [performanceOf(ledger.exchanges)] : []

/** A request that is not sent again proves nothing: it may be sent after the end, or by another program. */
const renewsWhereSeen: Statement = {
  requirement: renewsAfter401.requirement,
  judge(facts) {
    const quotes = requestsByQuote(knownFacts(facts))
    const kept = quotes.flatMap((requests) => keepsARefusedToken(requests) ?? [])
    if (kept.length > 0) return failed(...kept)
    const isRenewed = quotes.some((requests) =>
      requests.some((one, place) => has(401)(one) && isSentAgain(one, requests.slice(place + 1))),
    )
    return isRenewed ? passed() : undefined
  },
}

const STATES_BY_THE_PARTNER = [stopsAtReady, stopsAtApprovedRate, stopsAtReview]
const STATES_THAT_STAY = [stopsAtFailed, stopsAtDeclined, stopsAtIssued]
const STEPS = [updatesWhereTheyApply, bindsWhenReady, heedsAnUpdate]

/**
 * Statements about what a client sends over time that a recording can decide. Several programs may share its token, people may use it,
 * and its beginning and end may be missing. So each is judged only where none of this explains what was sent.
 */
const statementsOverTime: readonly Statement[] = [
  overTime(pollsSlowlyOnTheWhole, spellsIn),
  overTime(pollsSlower, spellsIn),
  // People may read the status a few times at each place. Another program may have sent the step for whose effect the status is read.
  ...STATES_BY_THE_PARTNER.map((claim) => overTime(claim, waitsIn, ['requests'])),
  ...STATES_THAT_STAY.map((claim) => overTime(claim, waitsIn)),
  overTime(reusesItsToken, polledTokens),
  overTime(renewsBeforeExpiry, wholeWhereATokenEnds),
  renewsWhereSeen,
  overTime(endsOn401, (facts) => repeatsIn(facts, has(401), 'client').map((one) => performanceOf(one))),
  overTime(doesNotRetry400, (facts) => repeatsIn(facts, has(400), 'caller').map(unlessFew)),
  overTime(backsOff, outages),
  overTime(waitsOn409, waits),
  overTime(givesUpOn404, missing),
  // An event may tell a client the state as well.
  ...STEPS.map((claim) => overTime(claim, knownSteps, ['requests', 'deliveries'])),
]

/** A recording may have the beginning of a long body only, and refuse credentials that were right once. */
const asRecorded = (claim: Statement): Statement => ({
  ...claim,
  judge: (facts) =>
    claim.judge({
      ...facts,
      exchanges: facts.exchanges
        .filter(({ request }) => request.cut !== true)
        .map((one) => (one.operation === 'token' ? asAsked(one, facts.spec) : one)),
    }),
})

/** A request for a token without its answer. Where a token was granted, the recorder has blanked the fields that are empty. */
function asAsked({ answer, ...one }: Exchange, { token }: Spec): Exchange {
  const { body } = one.request
  if (answer?.status !== 200 || body === undefined) return one
  const form = new URLSearchParams(body)
  const blank = Object.entries(token.form).filter(
    ([name, wanted]) => wanted === null && form.get(name) === '',
  )
  for (const [name] of blank) form.set(name, REDACTED)
  return blank.length === 0 ? one : { ...one, request: { ...one.request, body: form.toString() } }
}

const statementsByRequest = [...credentialClaims, ...bodyClaims, ...methodClaims].map(asRecorded)

/** All statements about a client that a recording of its requests can decide: about each request, and about those over time. */
export const recordedStatements = {
  byRequest: advised({ scenarios: [], standing: statementsByRequest }).standing,
  overTime: advised({ scenarios: [], standing: statementsOverTime }).standing,
}
