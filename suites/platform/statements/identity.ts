import type { Exchange } from '../../../conformance/exchange.ts'
import { all, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { historiesOf } from '../ledger/history.ts'
import { partnerOf } from '../ledger/owners.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { finding } from '../vocabulary/judge/answer.ts'
import { at, isObject, sentJsonOf, show } from '../vocabulary/judge/json.ts'
import { quoteIdOf, recordOf, recordsIn, stateOf } from '../vocabulary/quotes/record.ts'
import { isSameInstant } from '../vocabulary/quotes/same-record.ts'

/**
 * Claims on the fields of a quote that never change (R10), and on the states that the answer to a submit may
 * show (R6).
 */
export const identityClaims: readonly PlatformStandingClaim[] = [
  standing('quote-id-never-changes', ({ exchanges }) => neverChanges(exchanges, 'quote_id', isSameId)),
  standing('quote-ids-are-unique', ({ exchanges }) => idsAreUnique(exchanges)),
  standing('submit-returns-rated-details', ({ exchanges, spec }) =>
    each(
      exchanges,
      ({ operation }) => operation === 'submit',
      (exchange) => ratedAtOnce(exchange, spec),
    ),
  ),
  standing('created-at-never-changes', ({ exchanges }) =>
    neverChanges(exchanges, 'created_at', isSameInstant),
  ),
  // Without the first submission, an identical later one would count as it.
  relying(
    ['requests'],
    standing('transition-new-to-pending', ({ exchanges, spec }) => {
      const isNew = newIn(exchanges)
      return each(
        exchanges,
        (exchange) => exchange.operation === 'submit' && stateOf(exchange) !== undefined && isNew(exchange),
        (exchange) => firstStateIsLegal(exchange, spec),
      )
    }),
  ),
]

function each(
  exchanges: readonly Exchange[],
  concerns: (exchange: Exchange) => boolean,
  judge: (exchange: Exchange) => Verdict,
): Verdict | undefined {
  const concerned = recordsIn(exchanges).filter(({ exchange }) => concerns(exchange))
  return concerned.length === 0 ? undefined : all(concerned.map(({ exchange }) => judge(exchange)))
}

/**
 * Judges that different submissions get different ids. An identical submission may or may not get a new
 * quote, but two partners never share one.
 */
function idsAreUnique(exchanges: readonly Exchange[]): Verdict | undefined {
  const firsts = new Map<string, Exchange>()
  const submitted = exchanges.filter(
    (exchange) => exchange.operation === 'submit' && quoteIdOf(exchange) !== undefined,
  )
  const verdicts = submitted.map((exchange) => {
    const id = quoteIdOf(exchange) ?? ''
    const known = firsts.get(id)
    if (known === undefined) firsts.set(id, exchange)
    return known === undefined || mayShareQuote(known, exchange)
      ? passed()
      : failed(
          finding(exchange, 'an id that no other quote has', `${id}, as in ${known.id}`, '/data/quote_id'),
        )
  })
  return submitted.length < 2 ? undefined : all(verdicts)
}

function mayShareQuote(one: Exchange, other: Exchange): boolean {
  const [partner, second] = [partnerOf(one), partnerOf(other)]
  const isOfOnePartner = partner === second || partner === undefined || second === undefined
  const [meaning, another] = [meaningOf(one), meaningOf(other)]
  const isUnknown = meaning === undefined || another === undefined
  return isOfOnePartner && (isUnknown || meaning === another)
}

/**
 * Submissions with the same insured mean the same; other forms of numbers and extra fields make no difference. Undefined for a body
 * that this suite cannot read, such as a very deep one: a platform may leave out what is unknown in it.
 */
function meaningOf(exchange: Exchange): string | undefined {
  const body = sentJsonOf(exchange)
  if (body === undefined) return undefined
  return isObject(body) ? show([body.insured_name, at(body, '/insured_contact/email')]) : ''
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

/** Judges that a field has the same value in every record of a quote as in the first. */
function neverChanges(
  exchanges: readonly Exchange[],
  field: 'quote_id' | 'created_at',
  isSame: (value: unknown, first: unknown) => boolean,
): Verdict | undefined {
  const verdicts = historiesOf(exchanges).flatMap((history) => {
    const records = history.exchanges.filter((exchange) => recordOf(exchange) !== undefined)
    const [sighting] = records
    if (sighting === undefined) return []
    const first = recordOf(sighting)?.[field]
    const fromPath = field === 'quote_id' ? [idOfThePath(records, history.quoteId)] : []
    return [
      ...fromPath,
      ...records.slice(1).map((exchange) => {
        const value = recordOf(exchange)?.[field]
        return isSame(value, first)
          ? passed()
          : failed({
              ...finding(exchange, show(first), show(value), `/data/${field}`),
              sameAs: sighting.id,
            })
      }),
    ]
  })
  return verdicts.length === 0 ? undefined : all(verdicts)
}

/**
 * Judges that a request for an id returns the quote with that id; upper and lower case of hex digits are
 * equal.
 */
function idOfThePath(records: readonly Exchange[], quoteId: string): Verdict {
  const other = records.find((exchange) => {
    const id = recordOf(exchange)?.quote_id
    return typeof id !== 'string' || id.toLowerCase() !== quoteId.toLowerCase()
  })
  return other === undefined
    ? passed()
    : failed(finding(other, show(quoteId), show(recordOf(other)?.quote_id), '/data/quote_id'))
}

const isSameId = (value: unknown, first: unknown): boolean => value === first

/** Finds the first submission of each quote. The answer to an identical later one may show any state (R2). */
function newIn(exchanges: readonly Exchange[]): (exchange: Exchange) => boolean {
  const firsts = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    const id = exchange.operation === 'submit' ? quoteIdOf(exchange)?.toLowerCase() : undefined
    if (id !== undefined && !firsts.has(id)) firsts.set(id, exchange)
  }
  return (exchange) => {
    const first = firsts.get(quoteIdOf(exchange)?.toLowerCase() ?? '')
    return first === undefined || first === exchange
  }
}

function firstStateIsLegal(exchange: Exchange, spec: Spec): Verdict {
  const state = String(stateOf(exchange))
  const legal = spec.lifecycle.submitAnswers
  return legal.includes(state) || state === 'failed'
    ? passed()
    : failed(finding(exchange, legal.join(', '), state, '/data/quote_status'))
}
