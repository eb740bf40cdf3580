import type { Place } from '../../conformance/json/document.ts'

/** A schema as a conjunction: a value must fit every part. An empty one allows everything. */
export type Schema = readonly Place[]

const numbers = new WeakMap<object, number>()
let last = 0

/** A text that is equal for conjunctions of the same nodes. */
export function identity(schema: Schema): string {
  return schema
    .map(({ node }) => {
      if (typeof node !== 'object' || node === null) return String(node)
      const known = numbers.get(node)
      if (known !== undefined) return known
      last += 1
      numbers.set(node, last)
      return last
    })
    .join('&')
}

const copies = new WeakMap<object, Map<string, object>>()

/** A node without some keywords. The same node and keywords always give the same object. */
export function stripped(node: Readonly<Record<string, unknown>>, ...keywords: readonly string[]): object {
  const key = keywords.join()
  const own = copies.get(node) ?? new Map<string, object>()
  copies.set(node, own)
  const known = own.get(key)
  if (known !== undefined) return known
  const made = Object.fromEntries(Object.entries(node).filter(([name]) => !keywords.includes(name)))
  own.set(key, made)
  return made
}
