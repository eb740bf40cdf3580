import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { entriesBelow } from './entries-below.ts'
import { runNames } from './own-folder.ts'

/**
 * Returns traces that a text must hold where it holds a secret in some form. Written independently of
 * redaction, so that this finds what redaction misses. Every encoding keeps a run of letters and digits as it
 * is, except base64 and hexadecimal digits.
 */
function tracesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const [plain = secret] = [...secret.matchAll(/[a-z0-9]+/gi)]
    .map(([run]) => run)
    .toSorted((one, other) => other.length - one.length)
  const base64 = [0, 1, 2].map((offset) =>
    // The edges depend on what stands beside it, the middle does not.
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const hex = bytes.toString('hex')
  return [...new Set([plain, hex, hex.toUpperCase(), ...base64, ...forUrls])]
}

/** Says whether a text holds one of the traces. */
const holdsAny = (text: string | Buffer, traces: readonly string[]): boolean =>
  traces.some((trace) => text.includes(trace))

/** Names of the files of a run that hold one of the traces. Whatever else lies in its folder is somebody else's. */
function filesHolding(folder: string, traces: readonly string[]): readonly string[] {
  return entriesBelow(folder, runNames)
    .filter(({ isFile }) => isFile)
    .map(({ name }) => name)
    .filter((name) => textsOf(join(folder, name)).some((text) => holdsAny(text, traces)))
}

/** Returns what a file holds; for the page of a report also its packed contents. */
function textsOf(file: string): readonly Buffer[] {
  const bytes = readFileSync(file)
  if (!file.endsWith('.html')) return [bytes]
  const packed = bytes.toString('latin1').matchAll(/<script type="text\/plain" id="packed-\w+">([\w+/=]*)</g)
  return [bytes, ...[...packed].map(([, base64 = '']) => gunzipSync(Buffer.from(base64, 'base64')))]
}

/**
 * Searches all that a run has written and printed for its canaries; a file that holds one is taken away.
 *
 * @returns what to say; nothing where redaction held
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
  return places.length === 0
    ? undefined
    : `redaction leaks: a canary was found in ${places.join(', ')}; such files were taken away`
}
