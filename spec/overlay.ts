import { isDeepStrictEqual } from 'node:util'
import { ConformanceError } from '../conformance/errors.ts'
import { isObject } from '../conformance/json/object.ts'
import { Type } from '../conformance/json/type.ts'
import { closed, list, optional, type Shaped } from './shape.ts'

/** A change at one place of a document: `at`, and exactly one of four other keys. */
export const actionShape = closed({
  /** Keys and indexes from the top of the document. */
  at: list(Type.Union([Type.String(), Type.Integer({ minimum: 0 })]), 0),
  /** Merged into an object, or appended to a list; replaces any other value. */
  update: optional(Type.Unknown()),
  replace: optional(Type.Unknown()),
  /** Items that are removed from a list: equal ones, or objects that have all these members. */
  without: optional(list(Type.Unknown())),
  remove: optional(Type.Literal(true)),
})

export type OverlayAction = Shaped<typeof actionShape>

/**
 * Applies actions to a document, one after another, like an OpenAPI Overlay. The given document stays unchanged.
 * @throws ConformanceError `SPEC_INVALID` when an action leads nowhere, or does not find what it removes
 */
export function overlaid(document: unknown, actions: readonly OverlayAction[]): unknown {
  return actions.reduce((node, action) => put(node, action.at, action), document)
}

/** Marks a value that is removed. */
const GONE = Symbol('gone')

function put(node: unknown, [step, ...below]: readonly (string | number)[], action: OverlayAction): unknown {
  if (step === undefined) return changed(node, action)
  if (Array.isArray(node) && typeof step === 'number' && step < node.length) {
    const item = put(node[step], below, action)
    return item === GONE ? node.toSpliced(step, 1) : node.with(step, item)
  }
  if (!isObject(node) || typeof step !== 'string' || !Object.hasOwn(node, step)) throw astray(action)
  const member = put(node[step], below, action)
  if (member !== GONE) return { ...node, [step]: member }
  const { [step]: _, ...others } = node
  return others
}

function changed(node: unknown, action: OverlayAction): unknown {
  if (action.remove) return GONE
  if (action.without !== undefined) return remaining(node, action.without, action)
  return 'replace' in action ? action.replace : merged(node, action.update)
}

function remaining(node: unknown, without: readonly unknown[], action: OverlayAction): unknown {
  if (!Array.isArray(node)) throw astray(action)
  for (const one of without) if (!node.some((item) => fits(item, one))) throw astray(action)
  return node.filter((item) => !without.some((one) => fits(item, one)))
}

const fits = (item: unknown, wanted: unknown): boolean =>
  isObject(item) && isObject(wanted)
    ? Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(item[key], value))
    : isDeepStrictEqual(item, wanted)

function merged(node: unknown, update: unknown): unknown {
  if (Array.isArray(node) && Array.isArray(update)) return [...node, ...update]
  if (!isObject(node) || !isObject(update)) return update
  const members = Object.entries(update).map(([key, value]) => [key, merged(node[key], value)])
  return { ...node, ...Object.fromEntries(members) }
}

const astray = ({ at }: OverlayAction) =>
  new ConformanceError('SPEC_INVALID', `a changelog entry leads nowhere at ${at.join(' / ') || 'the top'}`)
