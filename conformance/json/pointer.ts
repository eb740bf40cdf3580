import { isObject, type JsonObject } from './object.ts'

/**
 * A cache. The suite uses the same hundred pointers for every record; a target could cause any number of others, so it is
 * bounded.
 */
const stepsByPointer = new Map<string, readonly string[]>()
const MOST_CACHED = 10_000

/** The steps of a JSON Pointer (RFC 6901), from the root on. */
export function stepsOf(pointer: string): readonly string[] {
  const found = stepsByPointer.get(pointer)
  if (found !== undefined) return found
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (stepsByPointer.size < MOST_CACHED) stepsByPointer.set(pointer, steps)
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
 * A body with a value set at a pointer; missing objects on the path are created. Parts off the path are shared with the given
 * body, so neither may be changed in place.
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

/** A body without the value at a pointer, at any depth; unchanged where there is none. The rest is shared with the given body. */
export function withoutValue(body: JsonObject, pointer: string): Record<string, unknown> {
  const rest = remove(body, stepsOf(pointer))
  return isObject(rest) ? rest : {}
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
