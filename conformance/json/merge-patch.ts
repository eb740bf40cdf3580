import { isObject } from './object.ts'

/**
 * RFC 7396: applies a merge patch to a JSON value and returns a new one; `null` removes a member. The new value shares
 * unchanged parts with the old one, so neither may be changed in place.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const changes = Object.entries(patch)
  if (changes.length === 0 && isObject(target)) return target
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of changes) {
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  }
  return merged
}
