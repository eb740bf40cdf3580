import type { Opening } from './reading.ts'

/**
 * Opens a document as a PDF reader would, up to its first page (R19). The library is loaded when the first document comes.
 *
 * @param bytes cannot be used afterwards: the library takes over their memory. It accepts no Buffer.
 */
export async function readPdf(bytes: Uint8Array): Promise<Opening> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // Verbosity 0: the library logs nothing about a broken document.
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    const pages = document.numPages
    if (pages > 0) await document.getPage(1)
    await document.loadingTask.destroy()
    return { pages }
  } catch (error) {
    return { pages: 0, error: error instanceof Error ? error.message : String(error) }
  }
}
