import type { Exchange } from '../../../conformance/exchange.ts'
import { plainText } from '../../../conformance/json/plain-text.ts'
import { onceFor } from '../../../conformance/once.ts'
import { observed, type Verdict } from '../../../conformance/verdict.ts'
import { propertyAt } from '../../../spec/json-schema.ts'
import type { Spec } from '../../../spec/spec.ts'
import { historiesOf } from '../ledger/history.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { at, isObject, type JsonObject, show } from '../vocabulary/judge/json.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { recordOf, recordsIn, stateOf } from '../vocabulary/quotes/record.ts'
import { differing, statedIn } from '../vocabulary/quotes/same-record.ts'

/** Observes a target's quote records where values and further fields are open (2.3). */
export const recordObservations: readonly PlatformStandingClaim[] = [
  standing('record-unknown-fields', ({ exchanges, spec }) =>
    over(exchanges, 'fields beyond the stated ones', (record) => unknownFields(record, spec)),
  ),
  standing('observe-prior-acts-values', ({ exchanges }) =>
    over(exchanges, 'prior_acts', (record) => values(record, '/policy_term/prior_acts')),
  ),
  standing('observe-product-name-values', ({ exchanges }) =>
    over(exchanges, 'product_name', (record) => values(record, '/product_details/product_name')),
  ),
  standing('observe-period-unit', ({ exchanges }) =>
    over(exchanges, 'periods', (record) =>
      Object.entries(isObject(record.coverage_details) ? record.coverage_details : {}).flatMap(
        ([name, value]) => (name.endsWith('_period') ? [`${name} ${show(value)}`] : []),
      ),
    ),
  ),
  standing('observe-details-of-unrated-quotes', ({ exchanges, spec }) =>
    over(exchanges, 'details without a rate', (record) => {
      const state = plainText(record.quote_status)
      if (spec.lifecycle.states.some(({ name, rated }) => name === state && rated)) return []
      const parts = ['policy_term', 'personal_cyber', 'coverage_details', 'message'].filter((part) =>
        isThere(record[part]),
      )
      return [`${state} with ${parts.join(', ') || 'none'}`]
    }),
  ),
  standing('observe-what-a-bind-changes', (facts) => {
    const changed = historiesOf(facts.exchanges).map(({ exchanges }) => changedByBind(exchanges, facts.spec))
    const known = changed.filter((pointers) => pointers !== undefined)
    if (known.length === 0) return undefined
    return observed(`what differs once bound: ${[...new Set(known.flat())].sort().join(', ') || 'none'}`)
  }),
  standing('observe-failed-on-submit', ({ exchanges }) => {
    const failedOnes = exchanges.filter((one) => one.operation === 'submit' && stateOf(one) === 'failed')
    return failedOnes[0] === undefined ? observed('no submit answered failed') : observedAnswer(failedOnes[0])
  }),
]

const ONCE_BOUND = ['bound', 'issued']

/** Pointers of what differs from the last read before a bind; undefined where the quote was not read both before and afterwards. */
function changedByBind(exchanges: readonly Exchange[], spec: Spec): readonly string[] | undefined {
  const place = exchanges.findIndex((one) => ONCE_BOUND.includes(stateOf(one) ?? ''))
  const [was, is] = [
    exchanges.slice(0, place).findLast((one) => stateOf(one) !== undefined),
    exchanges[place],
  ]
  if (was === undefined || is === undefined || stateOf(was) !== 'ready_to_bind') return undefined
  // A re-rating may be under way.
  if (exchanges.slice(0, place).some((one) => one.operation === 'update')) return undefined
  return differing(statedIn(spec), recordOf(was), recordOf(is), spec)
}

/** Most fields of a record that are checked, and most values that are shown: nobody reads more. */
const MOST_FIELDS = 500
const MOST_SHOWN = 100

const isThere = (value: unknown): boolean => value !== undefined && value !== null

function over(
  exchanges: readonly Exchange[],
  label: string,
  read: (record: JsonObject) => readonly string[],
): Verdict | undefined {
  const records = recordsIn(exchanges)
  if (records.length === 0) return undefined
  const seen = [...new Set(records.flatMap(({ record }) => read(record)))].sort()
  const more = seen.length > MOST_SHOWN ? `, and ${seen.length - MOST_SHOWN} more` : ''
  return observed(`${label}: ${seen.slice(0, MOST_SHOWN).join(', ') || 'none'}${more}`)
}

function values(record: JsonObject, pointer: string): readonly string[] {
  const value = at(record, pointer)
  return value === undefined ? [] : [show(value)]
}

function unknownFields(record: JsonObject, spec: Spec): readonly string[] {
  const known = knownFields(spec)
  return Object.keys(record)
    .slice(0, MOST_FIELDS)
    .flatMap((name) => {
      if (!known(`/${name}`)) return [name]
      const value = record[name]
      const inner = isObject(value) ? Object.keys(value).slice(0, MOST_FIELDS) : []
      return inner.filter((field) => !known(`/${name}/${field}`)).map((field) => `${name}.${field}`)
    })
}

/** Says whether a pointer leads to a stated field of the record. Results are cached, since records share most of their fields. */
const knownFields = onceFor((spec: Spec) => {
  const schema = spec.schema('QuoteRecord')
  const cache = new Map<string, boolean>()
  return (pointer: string): boolean => {
    const isKnown = cache.get(pointer) ?? propertyAt(schema, pointer) !== undefined
    if (cache.size < MOST_FIELDS) cache.set(pointer, isKnown)
    return isKnown
  }
})
