import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Environment by which a process or a thread shares the compile cache of this process. It then starts in about half the time.
 * Empty where this process has no such cache.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/**
 * Makes the JSON of a text of the tool itself, or takes it from the compile cache of Node, where an earlier process left it.
 * Nobody can read it there who cannot read the tool.
 */
export function keptJson(text: string, make: (text: string) => string): string {
  const folder = getCompileCacheDir()
  if (folder === undefined) return make(text)
  const file = join(folder, `${createHash('sha256').update(text).digest('hex')}.json`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const json = make(text)
    keep(file, json)
    return json
  }
}

/** Writes a file whole or not at all. A cache that cannot be written is no failure. */
function keep(file: string, content: string): void {
  const started = `${file}.${process.pid}`
  try {
    writeFileSync(started, content, { flag: 'wx' })
    renameSync(started, file)
  } catch {
    // The next process makes it again.
  }
}
