import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../context.ts'
import { finding } from '../judge/answer.ts'
import { at, isObject, show } from '../judge/json.ts'
import { quoteIdOf, recordOf, stateOf } from '../quotes/record.ts'
import { historiesOf } from './history.ts'

/** What of a quote never changes (R10), and which states may stand in an answer to submit (R6). */
export const identityClaims: readonly PlatformStandingClaim[] = [
  standing('quote-id-never-changes', ({ exchanges }) =>
    each(exchanges, (exchange) => exchange.operation === 'status', quoteIdIsThatOfThePath),
  ),
  standing('quote-ids-are-unique', ({ exchanges }) => idsAreUnique(exchanges)),
  standing('submit-returns-rated-details', ({ exchanges, spec }) =>
    each(
      exchanges,
      ({ operation }) => operation === 'submit',
      (exchange) => ratedAtOnce(exchange, spec),
    ),
  ),
  standing('created-at-never-changes', createdAtNeverChanges),
  standing('transition-new-to-pending', ({ exchanges, spec }) =>
    each(
      exchanges,
      (exchange) => exchange.operation === 'submit' && stateOf(exchange) !== undefined,
      (exchange) => firstStateIsLegal(exchange, spec),
    ),
  ),
]

function each(
  exchanges: readonly Exchange[],
  concerns: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange) => Verdict,
): Verdict | undefined {
  const concerned = exchanges.filter((exchange) => recordOf(exchange) !== undefined && concerns(exchange))
  return concerned.length === 0 ? undefined : all(concerned.map(judge))
}

/** Whether an identical submission gets a new quote is open; a different one gets a different id. */
function idsAreUnique(exchanges: readonly Exchange[]): Verdict | undefined {
  const bodies = new Map<string, { body: string; exchange: Exchange }>()
  const submitted = exchanges.filter(
    (exchange) => exchange.operation === 'submit' && quoteIdOf(exchange) !== undefined,
  )
  const verdicts = submitted.map((exchange) => {
    const id = quoteIdOf(exchange) ?? ''
    const body = meaningOf(exchange)
    const known = bodies.get(id)
    bodies.set(id, { body, exchange })
    return known === undefined || known.body === body
      ? passed()
      : failed(
          finding(
            exchange,
            'an id that no other quote has',
            `${id}, as in ${known.exchange.id}`,
            '/data/quote_id',
          ),
        )
  })
  return submitted.length < 2 ? undefined : all(verdicts)
}

/** The insured of a submission tells them apart; the forms of its numbers and what is added to it do not. */
function meaningOf({ request }: Exchange): string {
  try {
    const body: unknown = JSON.parse(request.body ?? '')
    return isObject(body) ? show([body.insured_name, at(body, '/insured_contact/email')]) : ''
  } catch {
    return request.body ?? ''
  }
}

function ratedAtOnce(exchange: Exchange, spec: Spec): Verdict {
  const record = recordOf(exchange)
  const state = stateOf(exchange) ?? 'no state'
  if (!spec.lifecycle.rated.includes(state))
    return observed(`a submit that answers ${state} owes no rate yet`)
  const missing = spec.ratedParts.filter((part) => !isObject(record?.[part]))
  return missing.length === 0
    ? passed()
    : failed(finding(exchange, spec.ratedParts.join(', '), `without ${missing.join(', ')}`, '/data'))
}

function quoteIdIsThatOfThePath(exchange: Exchange): Verdict {
  const id = recordOf(exchange)?.quote_id
  return typeof id === 'string' && id.toLowerCase() === exchange.quoteId?.toLowerCase()
    ? passed()
    : failed(finding(exchange, show(exchange.quoteId), show(id), '/data/quote_id'))
}

function createdAtNeverChanges({ exchanges }: Facts<Spec>): Verdict | undefined {
  const verdicts = historiesOf(exchanges).flatMap((history) => {
    const records = history.exchanges.filter((exchange) => recordOf(exchange) !== undefined)
    const first = records[0] && createdAt(records[0])
    return records
      .slice(1)
      .map((exchange) =>
        sameInstant(createdAt(exchange), first)
          ? passed()
          : failed(finding(exchange, show(first), show(createdAt(exchange)), '/data/created_at')),
      )
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

const createdAt = (exchange: Exchange): unknown => recordOf(exchange)?.created_at

/** `Z` and `+00:00` name the same instant. */
function sameInstant(one: unknown, other: unknown): boolean {
  return (
    one === other || (Date.parse(String(one)) === Date.parse(String(other)) && typeof one === typeof other)
  )
}

function firstStateIsLegal(exchange: Exchange, spec: Spec): Verdict {
  const state = String(stateOf(exchange))
  const legal = spec.lifecycle.submitAnswers
  return legal.includes(state) || state === 'failed'
    ? passed()
    : failed(finding(exchange, legal.join(', '), state, '/data/quote_status'))
}
