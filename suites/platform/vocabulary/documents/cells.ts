import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { type DocumentCell, documentCell } from '../../../../spec/documents.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext } from '../context.ts'
import { mediaTypeIs, statusClassIs, statusClassIsNot, statusIs } from '../judge/answer.ts'
import { observedAnswer } from '../judge/observe.ts'
import { DOCUMENTS } from '../quotes/api.ts'
import { stateOf } from '../quotes/record.ts'
import { openPdf } from '../reading/reader.ts'
import type { Opening } from '../reading/reading.ts'
import { opensInAReader } from './pdf.ts'

/** Answer of one document endpoint between two reads of the state. */
export interface ObservedCell {
  readonly before: Exchange
  /** Every request until the document was there, oldest first; several only where its generation may take time. */
  readonly attempts: readonly Exchange[]
  /** A repeated request for the same document: it must have the same result. */
  readonly again?: Exchange
  readonly after: Exchange
  /** Result of opening the document with a PDF reader; absent where there was no document. */
  readonly opening?: Opening
}

/** The observed row of the availability table for one state. */
export interface ObservedRow {
  readonly cells: Readonly<Record<DocumentName, ObservedCell>>
  /** The profile key of an operator action that would keep the quote in its state. */
  readonly key?: string
}

/** Asks for all four documents of a quote that should be in a state. */
export async function readRow(context: PlatformContext, id: string, state: QuoteState): Promise<ObservedRow> {
  const cells: Partial<Record<DocumentName, ObservedCell>> = {}
  for (const name of DOCUMENTS)
    cells[name] = await readCell(context, name, id, documentCell(context.spec.documents, name, state))
  return { cells: cells as Record<DocumentName, ObservedCell> }
}

async function readCell(
  { api, quotes, http }: PlatformContext,
  name: DocumentName,
  id: string,
  cell: DocumentCell,
): Promise<ObservedCell> {
  const before = await api.status(id)
  const attempts = takesTime(cell) ? await quotes.documentOf(name, id) : [await api.document(name, id)]
  const last = attempts.at(-1)
  const bytes = last?.answer?.status === 200 ? http.bytes(last) : undefined
  const again = await api.document(name, id)
  const seen = { before, attempts, again, after: await api.status(id) }
  return bytes === undefined ? seen : { ...seen, opening: await openPdf(bytes) }
}

/** Says whether a document may become available a little later than its state is reached. */
const takesTime = (cell: DocumentCell): boolean => cell.expect === 'available' && cell.after !== undefined

/**
 * Makes the claims on one state of the availability table; they judge the row that a trace holds
 * (3.documents, R17, R18).
 *
 * @param when what is unusual about the quote, where that is needed to tell the claims from others
 */
export function rowClaims<T>(
  state: QuoteState,
  rowOf: (trace: T) => ObservedRow | undefined,
  when?: string,
): readonly Claim<T, Spec>[] {
  const former = claim<T>(
    'documents-before-v1-8-0',
    (trace) => {
      const row = rowOf(trace)
      if (row === undefined) return cannotTell(`the quote did not reach ${state}`)
      return all(
        DOCUMENTS.flatMap((name) => row.cells[name].attempts.at(-1) ?? []).map((one) => observedAnswer(one)),
      )
    },
    when,
  )
  const own = DOCUMENTS.flatMap((name) => {
    const about =
      (judge: (seen: ObservedCell, cell: DocumentCell) => Verdict) =>
      (trace: T, { spec }: { readonly spec: Spec }): Verdict => {
        const row = rowOf(trace)
        if (row === undefined) return cannotTell(`the quote did not reach ${state}`)
        return inState(row.cells[name], spec.lifecycle.named(state) ?? state, row.key, (seen) =>
          judge(seen, documentCell(spec.documents, name, state)),
        )
      }
    return [
      claim<T>(`${name}-in-${state.replaceAll('_', '-')}`, about(asTheTableSays), when),
      claim<T>(`${name}-opens`, about(opens), when),
      ...(name === 'policy' && state !== 'issued'
        ? [claim<T>('policy-only-in-issued', about(notThere), when)]
        : []),
      ...(state === 'ready_to_bind' && (name === 'quote-proposal' || name === 'policy-preview')
        ? [claim<T>(`${name}-arrives`, about(isThere), when)]
        : []),
    ]
  })
  return [former, ...own]
}

/** Judges a document only when the quote was in the state before and after the request. */
function inState(
  seen: ObservedCell,
  state: string,
  key: string | undefined,
  judge: (seen: ObservedCell) => Verdict,
): Verdict {
  const [was, is] = [stateOf(seen.before), stateOf(seen.after)]
  if (was === state && is === state) return judge(seen)
  const why = `the quote was ${was ?? 'in no readable state'} before and ${is ?? 'in no readable state'} after the request`
  if (key !== undefined) return cannotTell(why, key)
  return MOVING.includes(state) && was !== undefined && is !== undefined ? cannotTell(why) : cutOff(why)
}

/** States that a reviewer, an onboarding or a late re-rating may end at any time. */
const MOVING: readonly string[] = ['approved_rate', 'underwriter_review', 'ready_to_bind']

export type StatedCell = Exclude<DocumentCell, { expect: 'open' }>

function asTheTableSays({ attempts, again }: ObservedCell, cell: DocumentCell): Verdict {
  const last = attempts.at(-1)
  if (last === undefined) return cutOff('the document was not asked for')
  if (cell.expect === 'open') return observedAnswer(last)
  const interim = attempts.slice(0, -1).map((one) => notYet(one, cell))
  return all([...interim, matches(last, cell), ...(again === undefined ? [] : [matches(again, cell)])])
}

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

function isThere({ attempts }: ObservedCell): Verdict {
  const last = attempts.at(-1)
  return last === undefined ? cutOff('the document was not asked for') : statusIs(last, 200)
}

function notThere({ attempts, again }: ObservedCell): Verdict {
  return all([...attempts, ...(again ? [again] : [])].map((one) => statusClassIsNot(one, 2)))
}

function opens({ opening, attempts }: ObservedCell): Verdict {
  const last = attempts.at(-1)
  if (opening === undefined || last === undefined) return cannotTell('no document in this state')
  return opensInAReader(opening, last.id)
}
