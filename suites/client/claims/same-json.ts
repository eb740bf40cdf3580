import { isObject } from '../../../conformance/json/object.ts'

/** Fields that may be sent as a number or as its digits (2.1). */
const AMOUNTS = new Set(['/revenue', '/agg_limit', '/retention'])

/** A JSON value without the members that are `null`. The specification leaves open if an optional field may be `null`. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}

/** JSON Pointer of the first difference between two submissions; undefined where they mean the same. */
export function differenceOf(one: unknown, other: unknown, at = ''): string | undefined {
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = differenceOf(one[name], other[name], `${at}/${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  const isSame = AMOUNTS.has(at)
    ? one !== undefined && other !== undefined && Number(one) === Number(other)
    : one === other
  return isSame ? undefined : at
}
