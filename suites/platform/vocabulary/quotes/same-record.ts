import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import { onceFor } from '../../../../conformance/once.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { finding } from '../judge/answer.ts'
import { at, show } from '../judge/json.ts'
import { recordOf, stateOf } from './record.ts'

/** Pointers of the stated fields of a record, except its state, which other claims judge. The target may add further fields. */
export const statedIn = onceFor((spec: Spec): readonly string[] =>
  spec.requirements
    .flatMap(({ field }) => (field?.schema === 'QuoteRecord' ? [field.pointer] : []))
    .filter((pointer) => pointer !== '/quote_status'),
)

/** Says whether two texts give one instant: two servers of a platform may write it in two ways (R8). */
export const isSameInstant = (value: unknown, first: unknown): boolean =>
  value === first ||
  (typeof value === typeof first && Date.parse(plainText(value)) === Date.parse(plainText(first)))

/** Says whether a field of a record has the same value. Instants are compared as such. */
export const isSameField = (pointer: string, value: unknown, first: unknown): boolean =>
  pointer === '/created_at' ? isSameInstant(value, first) : isDeepStrictEqual(value, first)

const RENEWED = '/checkout_link'

/**
 * Pointers of optional fields within a part of a record. A server may leave them out, and another one of the same platform may
 * show them (R7). The message is not one of them: a request may add it.
 */
const optionalIn = onceFor(
  (spec: Spec): ReadonlySet<string> =>
    new Set(
      statedIn(spec).filter(
        (pointer) => pointer.lastIndexOf('/') > 0 && spec.property('QuoteRecord', pointer).required === false,
      ),
    ),
)

/** Says whether one of two records leaves out a field that it need not have, so that the two do not differ by it. */
export const isLeftOut = (pointer: string, records: readonly unknown[], spec: Spec): boolean =>
  optionalIn(spec).has(pointer) && records.some((record) => at(record, pointer) === undefined)

/** Pointers among these whose values differ between two records. A signed link may be renewed at any time. */
export const differing = (
  pointers: readonly string[],
  was: unknown,
  is: unknown,
  spec: Spec,
): readonly string[] =>
  pointers.filter(
    (pointer) =>
      pointer !== RENEWED &&
      !isSameField(pointer, at(is, pointer), at(was, pointer)) &&
      !isLeftOut(pointer, [was, is], spec),
  )

/**
 * Judges that a record is the same after a request that must not change it.
 *
 * @param before two reads or more: a field that differs between them changes by itself, so it is not compared
 */
export function sameRecord(before: readonly Exchange[], after: readonly Exchange[], spec: Spec): Verdict {
  const last = before.at(-1)
  const was = last && recordOf(last)
  if (last === undefined || was === undefined) return cutOff('the record before could not be read')
  const steady = statedIn(spec).filter((pointer) =>
    before.every((read) => isSameField(pointer, at(recordOf(read), pointer), at(was, pointer))),
  )
  return all(
    after.map((read) => {
      const is = recordOf(read)
      if (is === undefined) return cutOff('the record afterwards could not be read')
      if (stateOf(read) !== stateOf(last)) return cannotTell('the quote went on to another state')
      const changed = differing(steady, was, is, spec)
      return changed.length === 0
        ? passed()
        : failed(
            ...changed.map((pointer) => ({
              ...finding(read, show(at(was, pointer)), show(at(is, pointer)), `/data${pointer}`),
              sameAs: last.id,
            })),
          )
    }),
  )
}
