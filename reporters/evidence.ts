import { causeKey } from '../conformance/cause.ts'
import type { CheckResult } from '../conformance/events.ts'
import type { Exchange } from '../conformance/exchange.ts'
import type { Arrival } from '../conformance/ports/webhooks.ts'
import type { Finding } from '../conformance/verdict.ts'
import { curlLine } from './curl.ts'
import { shorten } from './printable.ts'
import type { RunStarted } from './record.ts'
import { rerunCommand } from './rerun.ts'

/** A short form of one exchange. */
interface Glance {
  /** Id of the exchange; `results.jsonl` has it in full. */
  readonly exchange: string
  readonly method: string
  readonly url: string
  /** Absent where no answer came. */
  readonly status?: number
  readonly ms: number
}

/** Evidence of a breach. Findings without an exchange are in an entry without one. */
export interface Proof extends Partial<Glance> {
  readonly findings: readonly Finding[]
  /** The whole exchange. Its bodies are cut to a length that people can read. */
  readonly record?: Exchange
  /** The whole delivery that shows the breach. Its body is cut in the same way. */
  readonly delivery?: Arrival
  /** The request as a shell command. */
  readonly curl?: string
  /** The command that judges the requirement again. */
  readonly rerun: string
}

/** Stands for exchanges that are left out here; `results.jsonl` has them all. */
interface More {
  readonly more: number
}

export type Evidence = Glance | Proof | More

/** The largest number of proofs for one check; the last one is always among them. */
const MOST_PROOFS = 6
/** Small, because a run has thousands of checks without a breach. */
const MOST_GLANCES = 3
const LONGEST_BODY = 16_384

/** How much evidence a check shows: all proofs, a short form, or only the number. */
export type Extent = 'proofs' | 'glance' | 'number'

/**
 * Decides how much evidence each check of one requirement shows. Among the checks with its verdict, these show theirs: the
 * first, the last, and those with a cause of their own.
 *
 * @param most the largest number of checks that show theirs
 */
export function extents(checks: readonly CheckResult[], verdict: string, most = 6): readonly Extent[] {
  const last = checks.findLastIndex(({ outcome }) => outcome === verdict)
  const causes = new Set<string>()
  let shown = 0
  return checks.map((check, place) => {
    if (check.outcome !== verdict) return 'number'
    const keys = check.verdict.kind === 'failed' ? check.verdict.findings.map(causeKey) : ['']
    const isNew = keys.some((key) => !causes.has(key))
    for (const key of keys) causes.add(key)
    if (place !== last && (!isNew || shown >= most - 1)) return 'number'
    shown++
    return check.verdict.kind === 'failed' ? 'proofs' : 'glance'
  })
}

/**
 * The evidence of one check: full exchanges for a breach, a short form for anything else.
 * @param scenario exchanges and arrivals of the check's scenario
 */
export function evidenceOf(
  check: CheckResult,
  { exchanges, arrivals }: { readonly exchanges: readonly Exchange[]; readonly arrivals: readonly Arrival[] },
  started: RunStarted,
  extent: Extent = 'proofs',
): readonly Evidence[] {
  const named = new Set(check.exchanges)
  const shown = exchanges.filter(({ id }) => named.has(id))
  const grounds = named.size > 0 ? shown : exchanges
  if (extent === 'number') return grounds.length === 0 ? [] : [{ more: grounds.length }]
  if (check.verdict.kind !== 'failed') return atGlance(grounds)
  const { findings } = check.verdict
  const rerun = rerunCommand(started, check.requirement, check)
  const deliveries = firstAndLast(
    arrivals.filter(({ id }) => findings.some(({ arrival }) => arrival === id)),
  ).map((record) => ({
    findings: findings.filter(({ arrival }) => arrival === record.id),
    delivery: cutArrival(record),
    rerun,
  }))
  const proofs = firstAndLast(shown).map((exchange) => ({
    ...glance(exchange),
    findings: findings.filter((finding) => finding.exchange === exchange.id),
    record: cut(exchange),
    curl: curlLine(exchange),
    rerun,
  }))
  const proved = new Set<Finding>([...deliveries, ...proofs].flatMap((proof) => proof.findings))
  const loose = findings.filter((finding) => !proved.has(finding))
  const more = shown.length - proofs.length
  return [
    ...(loose.length > 0 ? [{ findings: loose, rerun }] : []),
    ...proofs,
    ...deliveries,
    ...(more > 0 ? [{ more }] : []),
  ]
}

function firstAndLast<T>(all: readonly T[]): readonly T[] {
  return all.length <= MOST_PROOFS ? all : [...all.slice(0, MOST_PROOFS - 1), ...all.slice(-1)]
}

function atGlance(exchanges: readonly Exchange[]): readonly Evidence[] {
  const more = exchanges.length - MOST_GLANCES
  const shown = exchanges.slice(0, MOST_GLANCES).map(glance)
  return more > 0 ? [...shown, { more }] : shown
}

function glance({ id, request, answer, elapsedMs }: Exchange): Glance {
  const seen = { exchange: id, method: request.method, url: request.url, ms: Math.round(elapsedMs) }
  return answer === undefined ? seen : { ...seen, status: answer.status }
}

function cutArrival(arrival: Arrival): Arrival {
  return arrival.body === undefined ? arrival : { ...arrival, body: shorten(arrival.body, LONGEST_BODY) }
}

function cut(exchange: Exchange): Exchange {
  const { request, answer } = exchange
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: shorten(request.body, LONGEST_BODY) },
    ...(answer?.body.text === undefined
      ? {}
      : { answer: { ...answer, body: { ...answer.body, text: shorten(answer.body.text, LONGEST_BODY) } } }),
  }
}
