import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Verdict } from '../../../../conformance/verdict.ts'
import type { DocumentCell } from '../../../../spec/documents.ts'
import { mediaTypeIs, statusClassIs, statusIs } from '../judge/answer.ts'

/** A cell of the availability table that says something. */
export type StatedCell = Exclude<DocumentCell, { expect: 'open' }>

/** Says whether a document may become available a little later than its state is reached (R17, R18). */
export const takesTime = (cell: DocumentCell): boolean =>
  cell.expect === 'available' && cell.after !== undefined

/** Judges that an answer has a code and a media type that the table states. */
export function matches(exchange: Exchange, { statuses, contentType }: StatedCell): Verdict {
  const code = statuses === '4xx' ? statusClassIs(exchange, 4) : statusIs(exchange, ...statuses)
  return code.kind !== 'passed' || contentType === undefined ? code : mediaTypeIs(exchange, contentType)
}

/** Judges an answer from before the event that makes the document available: the stated codes, else any 4xx. */
export function notYet(exchange: Exchange, cell: StatedCell): Verdict {
  const before = cell.expect === 'available' ? cell.before : undefined
  return before === undefined ? statusClassIs(exchange, 4) : statusIs(exchange, ...before.statuses)
}
