import { messageOf } from '../../../../conformance/errors.ts'
import type { Opening } from './reading.ts'

/**
 * Opens a document as a PDF reader would, up to its first page (R19). The library is loaded when the first document comes.
 *
 * @param bytes cannot be used afterwards: the library takes over their memory. It accepts no Buffer.
 * @param sought texts to look for on all pages
 */
export async function readPdf(bytes: Uint8Array, sought: readonly string[] = []): Promise<Opening> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // Verbosity 0: the library logs nothing about a broken document.
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    const pages = document.numPages
    if (pages > 0) await document.getPage(1)
    const text =
      sought.length > 0 && pages > 0 ? (await extractText(document, { mergePages: true })).text : ''
    await document.loadingTask.destroy()
    const squeezed = squeeze(text)
    const found = sought.filter((one) => squeezed.includes(squeeze(one)) && patternOf(one).test(text))
    return sought.length === 0
      ? { pages }
      : { pages, found, ids: [...new Set(text.toLowerCase().match(UUID))] }
  } catch (error) {
    return { pages: 0, error: messageOf(error) }
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Removes what the layout of a page may change in a text. Most texts are not there even so, which is found faster than by a pattern. */
const squeeze = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

/**
 * Finds a text whatever its case and its white space, which the layout of a page may change. Numbers are whole ones: `Alder 12` is not in
 * `Alder 124`, and `Alder 124` not where `4 Main Street` follows `Alder 12`.
 */
const patternOf = (text: string): RegExp => {
  const letters = text.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const spaced = letters.replaceAll(/\s+|(?<=[^\s\\])(?=\S)(?<!\d(?=\d))/gu, '\\s*')
  const [first, last] = [/^\d/.test(letters) ? '(?<!\\d)' : '', /\d$/.test(letters) ? '(?!\\d)' : '']
  return new RegExp(`${first}${spaced}${last}`, 'iu')
}
