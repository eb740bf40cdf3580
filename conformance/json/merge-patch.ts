import { isObject } from './object.ts'

/**
 * RFC 7396: applies a merge patch to a JSON value and returns a new one; `null` removes a member. What the patch does not touch
 * is shared with the value that was there, so neither is to be changed in place.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const changes = Object.entries(patch)
  if (changes.length === 0 && isObject(target)) return target
  const made: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of changes) {
    if (value === null) delete made[name]
    else made[name] = mergePatch(made[name], value)
  }
  return made
}
