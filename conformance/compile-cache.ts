import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Environment by which a process or a thread shares the compile cache of this process. It then starts in about half the time.
 * Empty where this process has no such cache.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
