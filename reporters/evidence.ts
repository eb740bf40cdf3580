import type { CheckResult } from '../conformance/events.ts'
import type { Exchange } from '../conformance/exchange.ts'
import type { Arrival } from '../conformance/ports/webhooks.ts'
import type { Finding } from '../conformance/verdict.ts'
import { curlLine } from './curl.ts'
import { shorten } from './printable.ts'
import type { RunStarted } from './record.ts'
import { rerunCommand } from './rerun.ts'

/** One exchange in few words. */
interface Glance {
  /** The exchange's id, under which `results.jsonl` has it whole. */
  readonly exchange: string
  readonly method: string
  readonly url: string
  /** Absent where no answer came. */
  readonly status?: number
  readonly ms: number
}

/** Evidence of a breach; findings that name no exchange stand in an entry without one. */
export interface Proof extends Partial<Glance> {
  readonly findings: readonly Finding[]
  /** The whole exchange, its bodies cut at a length that people still read. */
  readonly record?: Exchange
  /** The whole delivery, where one shows the breach; its body cut likewise. */
  readonly delivery?: Arrival
  /** The request as a line for a shell. */
  readonly curl?: string
  /** The command that judges this again. */
  readonly rerun: string
}

/** Stands for exchanges that are left out here; `results.jsonl` has them all. */
interface More {
  readonly more: number
}

export type Evidence = Glance | Proof | More

const MOST_PROOFS = 20
/** A run has thousands of checks that found nothing wrong. */
const MOST_GLANCES = 3
const LONGEST_BODY = 16_384

/**
 * The evidence of one check: exchanges in full for a breach, at a glance for anything else.
 * @param scenario what was sent and what arrived in the check's scenario
 */
export function evidenceOf(
  check: CheckResult,
  { exchanges, arrivals }: { readonly exchanges: readonly Exchange[]; readonly arrivals: readonly Arrival[] },
  started: RunStarted,
): readonly Evidence[] {
  const shown = exchanges.filter(({ id }) => check.exchanges.includes(id))
  if (check.verdict.kind !== 'failed') return atGlance(check.exchanges.length > 0 ? shown : exchanges)
  const { findings } = check.verdict
  const rerun = rerunCommand(started, check.requirement, check.scenario)
  const shownIds = new Set(shown.map(({ id }) => id))
  const deliveries = arrivals
    .filter(({ id }) => findings.some(({ arrival }) => arrival === id))
    .slice(0, MOST_PROOFS)
    .map((record) => ({
      findings: findings.filter(({ arrival }) => arrival === record.id),
      delivery: cutArrival(record),
      rerun,
    }))
  const deliveryIds = new Set(deliveries.map(({ delivery }) => delivery.id))
  const loose = findings.filter(
    ({ exchange = '', arrival = '' }) => !shownIds.has(exchange) && !deliveryIds.has(arrival),
  )
  const proofs = shown.slice(0, MOST_PROOFS).map((exchange) => ({
    ...glance(exchange),
    findings: findings.filter((finding) => finding.exchange === exchange.id),
    record: cut(exchange),
    curl: curlLine(exchange),
    rerun,
  }))
  const rest = atGlance(shown.slice(MOST_PROOFS))
  return [...(loose.length > 0 ? [{ findings: loose, rerun }] : []), ...proofs, ...deliveries, ...rest]
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
