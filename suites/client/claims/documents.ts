import type { Operation } from '../../../conformance/exchange.ts'
import type { ClientRun, JourneyStep, Performance } from '../../../conformance/ports/client.ts'
import { all, cannotTell, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { eachRun, endsRefusedBeside, NOTHING_ENTERED, resultOf } from '../vocabulary/endings.ts'
import { endedAt, quotesOf, requestedQuoteId } from '../vocabulary/requests.ts'
import { each, finding, judged } from '../vocabulary/verdicts.ts'

/** A client that has this many pauses, with this share of them so short, does not wait. Growing pauses become longer. */
const NO_WAIT = { pauses: 5, share: 0.75, ms: 400 }

/**
 * Legal: a document that is fetched several times, or saved under further names too. The kept file may come from any of the
 * answers.
 */
const saves = (requirement: string, step: JourneyStep, operation: Operation, name: string): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    trace.journey.includes(step)
      ? each(trace, (performance) =>
          eachRun(performance, (run) => wrongFile(run, performance, operation, name)),
        )
      : cannotTell(`the client's journey has no ${step}`, 'client.journey'),
  )

function wrongFile(
  run: ClientRun,
  { requests, runs }: Performance,
  operation: Operation,
  name: string,
): readonly Finding[] {
  const { quoteId } = resultOf(run) ?? {}
  const served = requests.filter(
    (one) =>
      one.operation === operation &&
      one.answer?.status === 200 &&
      // With several clients at once, each must keep its own document.
      (runs.length === 1 || requestedQuoteId(one) === quoteId),
  )
  const file = run.files.find((one) => one.name === name)
  if (file === undefined)
    return [
      {
        expected: `${name} in QUOTE_WORKDIR`,
        observed: served.length === 0 ? 'it was never fetched' : 'there is none',
        at: name,
      },
    ]
  const isServed = served.some(({ answer }) => answer?.body.sha256 === file.sha256)
  if (isServed) return []
  const [one] = served
  const observed = `${file.size} bytes with the hash ${file.sha256.slice(0, 12)}`
  if (one === undefined)
    return [{ expected: `${name} as it was served`, observed: `it was never served; ${observed}`, at: name }]
  return [{ ...finding(one, `the ${one.answer?.body.size} bytes that were served`, observed), at: name }]
}

export const savesTheProposal = saves(
  'client-saves-the-proposal',
  'proposal',
  'quote-proposal',
  'proposal.pdf',
)
export const savesThePolicy = saves('client-saves-the-policy', 'policy', 'policy', 'policy.pdf')

/** The same claim, where only HTTP headers tell how to decode the document. */
export const savesAsHttpAllows: readonly ClientClaim[] = [
  saves('client-takes-what-http-allows', 'proposal', 'quote-proposal', 'proposal.pdf'),
  saves('client-takes-what-http-allows', 'policy', 'policy', 'policy.pdf'),
]

/** Where a document is not available, or not yet, no other answer may be saved in its place. Legal: no file. */
const savesNoOther = (
  requirement: string,
  operation: Operation,
  name: string,
  isKept: (run: ClientRun) => boolean,
): ClientClaim =>
  sessionClaim(requirement, (trace) =>
    each(trace, (performance) =>
      eachRun(performance, (run) =>
        isKept(run) && run.files.some((file) => file.name === name)
          ? wrongFile(run, performance, operation, name)
          : [],
      ),
    ),
  )

export const savesNoOtherPolicy = savesNoOther('client-saves-the-policy', 'policy', 'policy.pdf', () => true)

/** True where the client ended with 0. One that reports a failure may leave an incomplete file. */
const endedInOrder = ({ end }: ClientRun): boolean => end.kind === 'exited' && end.code === 0

export const savesNoPartOfADocument = [
  savesNoOther('client-saves-the-proposal', 'quote-proposal', 'proposal.pdf', endedInOrder),
  savesNoOther('client-saves-the-policy', 'policy', 'policy.pdf', endedInOrder),
]

/**
 * Legal: pauses of any length and growth that a person would call waiting, since none is stated. A client that downloads in
 * parallel may end after a 409, because another request was refused for good.
 */
export const waitsOn409 = sessionClaim('client-waits-on-409', (trace) =>
  each(trace, (performance) => {
    const proposals = quotesOf(performance).map((requests) =>
      requests.filter(({ operation }) => operation === 'quote-proposal'),
    )
    const refused = proposals.filter((asked) => asked.some(({ answer }) => answer?.status === 409))
    if (refused.length === 0) return cannotTell('no proposal was asked for before it was ready')
    const isTimeUp = performance.runs.some(({ end }) => end.kind === 'timeout')
    return all(
      refused.map((asked) => {
        const last = asked.at(-1)
        const isRefused = last !== undefined && endsRefusedBeside(last, performance)
        return judgeWaiting(asked, (isTimeUp && asked.length > 1) || isRefused)
      }),
    )
  }),
)

/** After this many requests that got a 409, a client may give up. */
const OFTEN = 5

/** @param mayEnd true where another cause may have ended the client while it waited */
function judgeWaiting(asked: Performance['requests'], mayEnd: boolean): Verdict {
  const last = asked.at(-1)
  if (last?.answer?.status === 409 && asked.length < OFTEN && !mayEnd)
    return failed(finding(last, 'the proposal is asked for again', 'it was not'))
  const pauses = asked
    .slice(1)
    .flatMap((one, index) => {
      const before = asked[index]
      return before?.answer?.status === 409 ? [one.targetMs - endedAt(before)] : []
    })
    .toSorted((one, other) => one - other)
  const longMs = pauses[Math.floor(pauses.length * NO_WAIT.share)] ?? 0
  if (pauses.length < NO_WAIT.pauses || longMs >= NO_WAIT.ms || last === undefined) return passed()
  const observed = `${pauses.length} more requests, most with pauses below ${Math.ceil(longMs)} ms`
  return failed(finding(last, 'a pause before the proposal is asked for again', observed))
}

/** Legal: no proposal request at all. Nothing says that a proposal which does not exist will come later. */
export const givesUpOn404 = sessionClaim('client-gives-up-on-404', (trace) =>
  each(trace, (performance) => {
    const asked = performance.requests.filter(({ operation }) => operation === 'quote-proposal')
    const refused = asked.filter(({ answer }) => answer?.status === 404)
    const findings = refused.slice(1).map((one) => finding(one, 'no request after the 404', 'another one'))
    return judged(refused.length, findings, 'no proposal was asked for')
  }),
)

/**
 * Legal: a client that does not fetch the policy, and one that ends with the accepted bind. A client that asks for the policy
 * before it is reported `issued` mistakes acceptance for completion.
 */
export const takes202 = sessionClaim('client-bind-takes-202', (trace) =>
  each(trace, (performance) => {
    if (!trace.journey.includes('poll'))
      return cannotTell("the client's journey has no poll", 'client.journey')
    const bound = quotesOf(performance).filter((requests) =>
      requests.some(({ operation, answer }) => operation === 'bind' && answer?.status === 202),
    )
    if (bound.length === 0) return cannotTell('nothing was bound')
    const early = bound.flatMap((requests) =>
      requests
        .filter(({ operation, answer }) => operation === 'policy' && answer?.status === 400)
        .slice(0, 1),
    )
    if (early.length > 0)
      return failed(
        ...early.map((one) => finding(one, 'the policy is asked for once it is issued', 'before that')),
      )
    // Failures after a later request have nothing to do with the 202.
    const dropped = bound.filter((requests) => requests.at(-1)?.operation === 'bind')
    if (dropped.length === 0) return passed()
    const ended = eachRun(performance, (run): readonly Finding[] =>
      run.end.kind === 'exited' && run.end.code === 0
        ? []
        : [{ expected: 'the 202 is a success', observed: 'the client did not end with 0', at: 'exit code' }],
    )
    return ended === NOTHING_ENTERED ? passed() : ended
  }),
)
