import type { Keeping } from './keeping/keeping.ts'

/** Requests that fail with an internal error because an operator wants it. */
export interface PlannedFaults {
  /** Makes the next `count` requests of a method to a path below the base URL fail. */
  plan(method: string, path: string, count: number): void
  /** Says whether this request has to fail; uses up one of the planned failures. */
  take(method: string, path: string): boolean
}

export function createFaults(keeping: Keeping): PlannedFaults {
  const planned = keeping.map<number>('faults')
  const name = (method: string, path: string) => `${method.toUpperCase()} ${path.toLowerCase()}`
  return {
    plan: (method, path, count) => void planned.set(name(method, path), count),
    take(method, path) {
      const left = planned.get(name(method, path)) ?? 0
      if (left > 0) planned.set(name(method, path), left - 1)
      return left > 0
    },
  }
}
