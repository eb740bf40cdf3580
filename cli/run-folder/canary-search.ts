import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { entriesBelow } from './entries-below.ts'
import { runNames } from './own-folder.ts'
import { LEAK } from './reports.ts'

/**
 * Returns fragments that a text must contain if it contains a secret in some encoding. Written independently of redaction, so
 * that it finds what redaction misses. Every encoding keeps a run of letters and digits unchanged, except base64 and
 * hexadecimal.
 */
function tracesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const [plain = secret] = [...secret.matchAll(/[a-z0-9]+/gi)]
    .map(([run]) => run)
    .toSorted((one, other) => other.length - one.length)
  const base64 = [0, 1, 2].map((offset) =>
    // In base64 the characters at the edges depend on the neighbouring bytes, those in the middle do not.
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const hex = bytes.toString('hex')
  return [...new Set([plain, hex, hex.toUpperCase(), ...base64, ...forUrls])]
}

/** Says whether a text contains one of the fragments. */
const holdsAny = (text: string | Buffer, traces: readonly string[]): boolean =>
  traces.some((trace) => text.includes(trace))

/** Names of the run's files that contain one of the fragments. Other files in the folder do not belong to the run. */
function filesHolding(folder: string, traces: readonly string[]): readonly string[] {
  return entriesBelow(folder, runNames)
    .filter(({ isFile }) => isFile)
    .map(({ name }) => name)
    .filter((name) => textsOf(join(folder, name)).some((text) => holdsAny(text, traces)))
}

/** Returns the contents of a file; for the page of a report also its packed contents. */
function textsOf(file: string): readonly Buffer[] {
  const bytes = readFileSync(file)
  if (!file.endsWith('.html')) return [bytes]
  const packed = bytes.toString('latin1').matchAll(/<script type="text\/plain" id="packed-\w+">([\w+/=]*)</g)
  return [bytes, ...[...packed].map(([, base64 = '']) => gunzipSync(Buffer.from(base64, 'base64')))]
}

/**
 * Searches everything that a run has written and printed for its canaries. Deletes a file that contains one, and notes the leak in
 * the folder, so that the run gets no certificate later either.
 *
 * @returns the message about leaked canaries; undefined where there are none
 */
export function searchForCanaries(
  folder: string,
  printed: string,
  canaries: readonly string[],
): string | undefined {
  const traces = canaries.flatMap(tracesOf)
  const files = filesHolding(folder, traces)
  for (const file of files) rmSync(join(folder, file), { force: true })
  const places = [...files, ...(holdsAny(printed, traces) ? ['what was printed'] : [])]
  if (places.length === 0) return undefined
  const leak = `redaction leaks: a canary was found in ${places.join(', ')}; such files were taken away`
  writeFileSync(join(folder, LEAK), `${leak}\n`)
  return leak
}
