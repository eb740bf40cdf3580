const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A deep copy of a JSON value. Several times as quick as structuredClone, and made for each of thousands of cases. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)])) as T
}

/** RFC 7396: applies a merge patch to a JSON value and returns a new one; `null` removes a member. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return merged(copyOf(target), patch)
}

/** Merges into a value that is nobody else's. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return copyOf(patch)
  const made = isObject(target) ? target : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete made[name]
    else made[name] = merged(made[name], value)
  }
  return made
}
