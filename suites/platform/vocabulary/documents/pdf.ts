import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Opening } from '../reading/reading.ts'

/** Judges that a PDF reader could open a document (R19). A reader that was stopped proves nothing. */
export function opensInAReader({ pages, error, stopped }: Opening, exchange: string): Verdict {
  if (stopped !== undefined) return cannotTell(`the PDF reader was stopped: ${stopped}`)
  if (error === undefined && pages > 0) return passed(`${pages} pages`)
  return failed({
    expected: 'a PDF that a reader opens',
    observed: error ?? 'no page in it',
    at: 'body',
    exchange,
  })
}
