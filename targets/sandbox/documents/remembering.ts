import type { Contents } from './rules.ts'

type Writer = (contents: Contents) => Promise<Uint8Array>

/** Number of documents that are kept: most are requested several times in a row. */
const KEPT = 100

/** A writer that keeps the documents it wrote last, for requests with the same contents. */
export function remembering(write: Writer): Writer {
  const written = new Map<string, Promise<Uint8Array>>()
  return (contents) => {
    const key = JSON.stringify(contents)
    const document = written.get(key) ?? write(contents)
    document.catch(() => written.delete(key))
    // Moved to the end, so that the least recently used document is dropped first.
    written.delete(key)
    written.set(key, document)
    const [oldest] = written.keys()
    if (written.size > KEPT && oldest !== undefined) written.delete(oldest)
    return document
  }
}
