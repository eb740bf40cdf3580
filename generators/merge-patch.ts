const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * RFC 7396: applies a merge patch to a JSON value and returns a new one; `null` removes a member. What the patch does not touch
 * is shared with the value that was there, so neither is to be changed in place.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const before = isObject(target) ? target : {}
  const made: Record<string, unknown> = {}
  // A member is left out rather than deleted: what something was deleted from is slow to read ever after.
  for (const [name, value] of Object.entries({ ...before, ...patch })) {
    if (!Object.hasOwn(patch, name)) made[name] = value
    else if (value !== null) made[name] = mergePatch(before[name], value)
  }
  return made
}
