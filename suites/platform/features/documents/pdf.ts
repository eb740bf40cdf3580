import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'

/** Result of an independent PDF reader on some bytes. */
export interface Opening {
  readonly pages: number
  readonly error?: string
}

/** Opens a document as a reader would (R19). The reader is loaded when the first document comes. */
export async function openPdf(bytes: Uint8Array): Promise<Opening> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // The reader takes the buffer over, so it gets a copy; what it would say about a broken document it says on its own.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const pages = document.numPages
    await document.loadingTask.destroy()
    return { pages }
  } catch (error) {
    return { pages: 0, error: error instanceof Error ? error.message : String(error) }
  }
}

export function opensInAReader({ pages, error }: Opening, exchange: string): Verdict {
  if (error === undefined && pages > 0) return passed(`${pages} pages`)
  return failed({
    expected: 'a PDF that a reader opens',
    observed: error ?? 'no page in it',
    at: 'body',
    exchange,
  })
}
