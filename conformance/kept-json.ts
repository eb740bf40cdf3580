import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the libraries of a checkout: whoever can write there can change the tool itself. */
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/tables')

/** Makes the JSON of a text of the tool itself, or takes it from where an earlier process left it. */
export function keptJson(text: string, make: (text: string) => string): string {
  const file = join(FOLDER, `${createHash('sha256').update(text).digest('hex')}.json`)
  try {
    const kept = readFileSync(file, 'utf8')
    // A file may be damaged.
    JSON.parse(kept)
    return kept
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
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(started, content, { flag: 'wx' })
    renameSync(started, file)
  } catch {
    // The next process makes it again.
  }
}
