type Body = Readonly<Record<string, unknown>>

/**
 * A body with a value at a JSON Pointer; objects on the way that are missing are made. What does not lie on the way is shared
 * with the body, so neither is to be changed in place.
 */
export function put(body: Body, pointer: string, value: unknown): Record<string, unknown> {
  return withValue(body, pointer.slice(1).split('/'), value)
}

function withValue(
  node: unknown,
  [name = '', ...below]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const own = typeof node === 'object' && node !== null ? (node as Body) : {}
  return { ...own, [name]: below.length === 0 ? value : withValue(own[name], below, value) }
}

/** A body without one of its members; the others are shared with it. */
export function remove(body: Body, pointer: string): Record<string, unknown> {
  const { [pointer.slice(1)]: _, ...others } = body
  return others
}
