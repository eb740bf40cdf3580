import type { Platform } from '../platform.ts'

const WORK_MS = 3

/** Lets other requests come in between, in real time. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WORK_MS))

/** Keeps one thing for each platform: sandboxes of one seed have the same ids. */
export function forEachPlatform<T>(make: () => T): (platform: Platform) => T {
  const all = new WeakMap<object, T>()
  return ({ quotes }) => {
    const known = all.get(quotes) ?? make()
    all.set(quotes, known)
    return known
  }
}
