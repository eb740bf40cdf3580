import { copyOf } from './merge-patch.ts'

type Body = Readonly<Record<string, unknown>>

/** A copy of a body with a value at a JSON Pointer; objects on the way that are missing are made. */
export function put(body: Body, pointer: string, value: unknown): Record<string, unknown> {
  const copy = copyOf(body) as Record<string, unknown>
  const [last = '', ...above] = pointer.slice(1).split('/').reverse()
  let node = copy
  for (const name of above.reverse()) {
    const inner = node[name]
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
    node[name] = next
    node = next
  }
  node[last] = value
  return copy
}

/** A copy of a body without one of its members. */
export function remove(body: Body, pointer: string): Record<string, unknown> {
  const copy = copyOf(body) as Record<string, unknown>
  delete copy[pointer.slice(1)]
  return copy
}
