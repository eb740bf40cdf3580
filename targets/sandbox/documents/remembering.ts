import type { Contents } from './rules.ts'

type Writer = (contents: Contents) => Promise<Uint8Array>

/** Documents that are kept: most are asked for several times in a row. */
const KEPT = 100

/** A writer that keeps the documents it wrote last, for whoever asks for the same contents again. */
export function remembering(write: Writer): Writer {
  const written = new Map<string, Promise<Uint8Array>>()
  return (contents) => {
    const key = JSON.stringify(contents)
    const document = written.get(key) ?? write(contents)
    document.catch(() => written.delete(key))
    // Moved to the end: the one that nobody asked for longest goes first.
    written.delete(key)
    written.set(key, document)
    const [oldest] = written.keys()
    if (written.size > KEPT && oldest !== undefined) written.delete(oldest)
    return document
  }
}
