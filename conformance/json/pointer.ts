import { isObject, type JsonObject } from './object.ts'

/** The same hundred pointers lead into every record; those that a target makes up may be without number. */
const known = new Map<string, readonly string[]>()
const MOST_KNOWN = 10_000

/** The steps of a JSON Pointer (RFC 6901), from the root on. */
export function stepsOf(pointer: string): readonly string[] {
  const found = known.get(pointer)
  if (found !== undefined) return found
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (known.size < MOST_KNOWN) known.set(pointer, steps)
  return steps
}

/** The value that a pointer leads to, or undefined when there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let node = root
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(node)) node = isIndex(step) ? node[Number(step)] : undefined
    else if (isObject(node) && Object.hasOwn(node, step)) node = node[step]
    else return undefined
  }
  return node
}

/**
 * A body with a value at a pointer; objects on the way that are missing are made. What does not lie on the way is shared with
 * the body, so neither is to be changed in place.
 */
export function withValue(body: JsonObject, pointer: string, value: unknown): Record<string, unknown> {
  const changed = put(body, stepsOf(pointer), value)
  return isObject(changed) ? changed : {}
}

function put(node: unknown, [step, ...below]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(node) && isIndex(step))
    return node.toSpliced(Number(step), 1, put(node[Number(step)], below, value))
  const own = isObject(node) ? node : {}
  return { ...own, [step]: put(own[step], below, value) }
}

/** A body without what a pointer leads to, however deep; the same where there is nothing. The rest is shared with it. */
export function withoutValue(body: JsonObject, pointer: string): Record<string, unknown> {
  const left = remove(body, stepsOf(pointer))
  return isObject(left) ? left : {}
}

function remove(node: unknown, [step, ...below]: readonly string[]): unknown {
  if (step === undefined) return node
  if (Array.isArray(node)) {
    const index = Number(step)
    if (!isIndex(step) || index >= node.length) return node
    return below.length === 0 ? node.toSpliced(index, 1) : node.with(index, remove(node[index], below))
  }
  if (!isObject(node) || !Object.hasOwn(node, step)) return node
  if (below.length > 0) return { ...node, [step]: remove(node[step], below) }
  const { [step]: _, ...others } = node
  return others
}

const isIndex = (step: string): boolean => /^(0|[1-9]\d*)$/.test(step)
