import { isDeepStrictEqual } from 'node:util'
import { child, type Description } from '../conformance/json/document.ts'
import { isObject } from '../conformance/json/object.ts'
import { NAMES, REMARKS } from './alike.ts'
import type { Change } from './change.ts'

/** Finds differences that only people see: texts, examples, names for tools, and unused components. */
export function remarks(old: Description, now: Description): readonly Change[] {
  const found: Change[] = []
  const say = (kind: string, at: string, what: string) =>
    found.push({
      kind,
      at,
      within: [],
      client: 'none',
      receiver: 'none',
      reason: `${what}: nothing changes on the wire`,
    })

  const visit = (before: unknown, after: unknown, at: string, named: boolean): void => {
    if (before === after) return
    if (Array.isArray(before) && Array.isArray(after)) {
      for (const [place, item] of after.entries())
        if (place < before.length) visit(before[place], item, child(at, place), false)
      return
    }
    if (!isObject(before) || !isObject(after)) return
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [one, other] = [before[key], after[key]]
      const isRemark = !named && isRemarkAt(key, at)
      if (!isRemark) visit(one, other, child(at, key), !named && NAMES.has(key))
      else if (!isDeepStrictEqual(one, other))
        say(
          'remark-changed',
          child(at, key),
          `\`${key}\` ${one === undefined ? 'was added' : other === undefined ? 'was taken away' : 'changed'}`,
        )
    }
  }
  visit(old.root, now.root, '', false)
  unused(old, now, say)
  return found
}

/** A default of a schema is a remark; one of a server's variable is part of an address. */
const isRemarkAt = (key: string, at: string): boolean =>
  REMARKS.has(key) ||
  (key === 'default' && !/\/variables\/[^/]*$/.test(at)) ||
  (key.startsWith('x-') && !['x-not-shown', 'x-webhooks'].includes(key))

type Say = (kind: string, at: string, what: string) => void

/** Components that were added, removed or changed, and that no message uses. */
function unused(old: Description, now: Description, say: Say): void {
  const [before, after] = [componentsOf(old), componentsOf(now)]
  const used = new Set([...referencesIn(old.root), ...referencesIn(now.root)])
  const isUsed = (at: string) =>
    used.has(`#${at}`) || /^\/components\/(securitySchemes|examples|links)\//.test(at)
  for (const at of new Set([...before.keys(), ...after.keys()])) {
    if (isUsed(at)) continue
    const [one, other] = [before.get(at), after.get(at)]
    if (isDeepStrictEqual(one, other)) continue
    const what = one === undefined ? 'was added' : other === undefined ? 'was taken away' : 'changed'
    say('unused-component-changed', at, `a component that no message uses ${what}`)
  }
}

function referencesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}

function componentsOf({ root }: Description): ReadonlyMap<string, unknown> {
  const { components } = root
  if (!isObject(components)) return new Map()
  return new Map(
    Object.entries(components).flatMap(([kind, all]) =>
      isObject(all)
        ? Object.entries(all).map(
            ([name, value]) => [child(child('/components', kind), name), value] as const,
          )
        : [],
    ),
  )
}
