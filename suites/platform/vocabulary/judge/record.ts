import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { recordOf, stateOf } from '../quotes/record.ts'
import { finding } from './answer.ts'
import { at, show } from './json.ts'

/** Stated parts of a record, except its state, which other claims judge. */
const PARTS = [
  'created_at',
  'message',
  'quote_id',
  'checkout_link',
  'product_details',
  'policy_term',
  'personal_cyber',
  'coverage_details',
] as const

/**
 * The record is the same after something that had to change nothing.
 *
 * @param before two reads or more: a part that differs between them changes by itself, and is not compared
 */
export function sameRecord(before: readonly Exchange[], after: readonly Exchange[]): Verdict {
  const last = before.at(-1)
  const was = last && recordOf(last)
  if (last === undefined || was === undefined) return cutOff('the record before could not be read')
  const steady = PARTS.filter((part) =>
    before.every((read) => isDeepStrictEqual(at(recordOf(read), `/${part}`), was[part])),
  )
  return all(
    after.map((read) => {
      const is = recordOf(read)
      if (is === undefined) return cutOff('the record afterwards could not be read')
      if (stateOf(read) !== stateOf(last)) return cannotTell('the quote went on to another state')
      const changed = steady.filter((part) => !isDeepStrictEqual(is[part], was[part]))
      return changed.length === 0
        ? passed()
        : failed(
            ...changed.map((part) => ({
              ...finding(read, show(was[part]), show(is[part]), `/data/${part}`),
              sameAs: last.id,
            })),
          )
    }),
  )
}
