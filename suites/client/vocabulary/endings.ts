import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import type { ClientRun, Performance } from '../../../conformance/ports/client.ts'
import { cannotTell, type Finding, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { endedAt, isSameRequest, requestedQuoteId, stateInAnswer } from './requests.ts'

/** The members of `result.json` that claims read. */
export interface Result {
  readonly quoteId?: string
  readonly quoteStatus?: string
  readonly error?: string
}

/** The result that a client wrote; undefined where it cannot be read. */
export function resultOf({ result }: ClientRun): Result | undefined {
  if (result.kind !== 'read' || !isObject(result.value)) return undefined
  const { quote_id: id, quote_status: state, error } = result.value
  return {
    ...(typeof id === 'string' && id !== '' && { quoteId: id.toLowerCase() }),
    ...(typeof state === 'string' && state !== '' && { quoteStatus: state }),
    ...(error !== undefined &&
      error !== null &&
      error !== '' && { error: typeof error === 'string' ? error : JSON.stringify(error) }),
  }
}

/** How a client ended, in words that can follow its name. */
export function endingOf({ end }: ClientRun): string {
  switch (end.kind) {
    case 'exited':
      return `it ended with code ${end.code}`
    case 'killed':
      return `it was ended by ${end.signal}`
    case 'timeout':
      return `it had not ended after ${Math.round(end.afterMs / 1000)} s`
    case 'flooded':
      return `it was ended after it had printed ${end.bytes} bytes`
    case 'not-started':
      return `it could not be started: ${end.message}`
    case 'by-hand':
      return 'it was driven by hand'
  }
}

export const NOTHING_ENTERED = cannotTell(
  'driven by hand: nobody entered what the client shows',
  'client.command',
)

/** Judges how each client of a session ended. For a client that is driven by hand this is unknown. */
export function eachRun(performance: Performance, judge: (run: ClientRun) => readonly Finding[]): Verdict {
  const known = performance.runs.filter(({ end }) => end.kind !== 'by-hand')
  if (known.length === 0) return NOTHING_ENTERED
  const findings = known.flatMap(judge)
  return findings.length === 0 ? passed() : failed(...findings)
}

/** True for refusals that stay the same when the request is repeated. */
const isFinal = (status: number): boolean =>
  status >= 400 && status <= 499 && ![401, 409, 429].includes(status)

/**
 * Says whether a client reported a failure because another request was refused for good after this one was sent. A client that
 * sends several at once may end then, and need not repeat this one.
 */
export function endsRefusedBeside(one: Exchange, { requests, runs }: Performance): boolean {
  const isBeside = (other: Exchange) =>
    isFinal(other.answer?.status ?? 0) && endedAt(other) >= one.targetMs && !isSameRequest(one, other)
  return runs.some(({ end }) => end.kind === 'exited' && end.code !== 0) && requests.some(isBeside)
}

/** All breaches of a client that must end with 0 and write down the result that it handled. */
export function wrongEnd(run: ClientRun, performance: Performance): readonly Finding[] {
  const { end, result } = run
  if (end.kind !== 'exited' || end.code !== 0)
    return [
      {
        expected: 'it ends with code 0',
        observed: `${astray(performance)}${withOutput(run)}`,
        at: 'exit code',
      },
    ]
  if (result.kind === 'missing')
    return [{ expected: 'a result.json in QUOTE_WORKDIR', observed: 'there is none', at: 'result.json' }]
  const wrote = resultOf(run)
  if (wrote === undefined)
    return [
      {
        expected: 'a JSON object in result.json',
        observed: result.kind === 'unreadable' ? result.why : 'another value',
        at: 'result.json',
      },
    ]
  return wrongResult(wrote, performance)
}

/** Names the first request to an unknown path: later requests of the client say little else. */
function astray({ requests }: Performance): string {
  const first = requests.find(({ operation, answer }) => operation === 'other' && answer?.status === 404)
  return first === undefined
    ? ''
    : `it asked for ${first.request.method} ${new URL(first.request.url).pathname}, which there is not, and `
}

function wrongResult(wrote: Result, { requests }: Performance): readonly Finding[] {
  const own = requests.filter((one) => wrote.quoteId !== undefined && requestedQuoteId(one) === wrote.quoteId)
  const ids = [
    ...new Set(
      requests
        .filter(({ operation }) => operation === 'submit')
        .flatMap((one) => requestedQuoteId(one) ?? []),
    ),
  ]
  // A declined or refused submission has no quote.
  if (ids.length === 0) return []
  if (wrote.quoteId === undefined || !ids.includes(wrote.quoteId))
    return [{ expected: ids.join(' or '), observed: wrote.quoteId ?? 'none', at: '/quote_id' }]
  const received = own.flatMap((one) => stateInAnswer(one) ?? [])
  const last = received.at(-1)
  // Between an accepted bind and the next poll the client knows both words.
  const right = last === 'bound' ? ['bound', 'accepted'] : [last]
  return right.includes(wrote.quoteStatus)
    ? []
    : [{ expected: last ?? 'a state', observed: wrote.quoteStatus ?? 'none', at: '/quote_status' }]
}

/** How a client ended, with the last part of its output. */
export const withOutput = (run: ClientRun): string =>
  run.printed === '' ? endingOf(run) : `${endingOf(run)}; it printed: ${run.printed.slice(-300)}`
