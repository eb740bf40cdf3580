import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import type { Claim } from '../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../conformance/verdict.ts'
import type { DocumentCell } from '../../../spec/documents.ts'
import { QUOTE_STATES, type QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { DOCUMENTS } from '../api.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import { mediaTypeIs, statusClassIs, statusClassIsNot, statusIs } from '../judge/answer.ts'
import { observedAnswer } from '../judge/observe.ts'
import type {} from '../quotes/quotes.ts'
import { stateOf } from '../quotes/record.ts'
import { canHold, whileHeld } from '../states/hold.ts'
import { type Opening, openPdf, opensInAReader } from './pdf.ts'

/** What one document endpoint did between two reads of the state. */
interface Cell {
  readonly before: Exchange
  /** Every attempt, oldest first; several only where the document may take its time. */
  readonly attempts: readonly Exchange[]
  readonly after: Exchange
  /** What a PDF reader made of the document, when there was one. */
  readonly opening?: Opening
}

interface Trace {
  readonly cells: Readonly<Record<DocumentName, Cell>>
  /** The profile key that would have kept the quote in its state. */
  readonly key?: string
}

const HELD_BY: Partial<Record<QuoteState, 'rating' | 'issue'>> = { pending: 'rating', bound: 'issue' }

/** All four documents in all eight states (3.documents, R17, R18). */
export const documentMatrix: readonly PlatformScenario[] = QUOTE_STATES.map((state) =>
  scenario<Trace>({
    id: `documents/in-${state.replaceAll('_', '-')}`,
    title: `Documents of a quote in ${state} are there or refused as the availability table says`,
    needs: ['approved_rate', 'underwriter_review', 'failed'].includes(state) ? [`outcome ${state}`] : [],
    alone: state in HELD_BY,
    drive: (context) => readAll(context, state),
    claims: DOCUMENTS.flatMap((name) => claimsAbout(name, state)),
  }),
)

async function readAll(context: PlatformContext, state: QuoteState): Promise<Trace> {
  const { quotes, operator, spec } = context
  const work = HELD_BY[state]
  const read = async () => {
    const quote = await quotes.reach(state)
    const cells: Partial<Record<DocumentName, Cell>> = {}
    for (const name of DOCUMENTS)
      cells[name] = await readOne(context, name, quote.id, spec.documents[name][state])
    return cells as Record<DocumentName, Cell>
  }
  const cells = await (work === undefined ? read() : whileHeld(operator, work, read))
  return work === undefined || canHold(operator, work) ? { cells } : { cells, key: `operator.hold_${work}` }
}

async function readOne(
  { api, quotes, http }: PlatformContext,
  name: DocumentName,
  id: string,
  cell: DocumentCell,
): Promise<Cell> {
  const before = await api.status(id)
  const attempts = takesTime(cell) ? await quotes.documentOf(name, id) : [await api.document(name, id)]
  const after = await api.status(id)
  const last = attempts.at(-1)
  const bytes = last?.answer?.status === 200 ? http.bytes(last) : undefined
  return { before, attempts, after, ...(bytes === undefined ? {} : { opening: await openPdf(bytes) }) }
}

/** A document that rating makes may come a little later than the state it belongs to. */
const takesTime = (cell: DocumentCell): boolean => cell.expect === 'available' && cell.after !== undefined

function claimsAbout(name: DocumentName, state: QuoteState): readonly Claim<Trace, Spec>[] {
  const about =
    (judge: (seen: Cell, cell: DocumentCell) => Verdict) =>
    (trace: Trace, { spec }: { readonly spec: Spec }): Verdict =>
      inState(trace.cells[name], state, trace.key, (seen) => judge(seen, spec.documents[name][state]))
  return [
    claim(`${name}-in-${state.replaceAll('_', '-')}`, about(asTheTableSays)),
    claim(`${name}-opens`, ({ cells }) => opens(cells[name])),
    ...(name === 'policy' && state !== 'issued'
      ? [
          claim<Trace>(
            'policy-only-in-issued',
            about(({ attempts }) => all(attempts.map((one) => statusClassIsNot(one, 2)))),
          ),
        ]
      : []),
    ...(state === 'ready_to_bind' && (name === 'quote-proposal' || name === 'policy-preview')
      ? [
          claim<Trace>(
            `${name}-arrives`,
            about(({ attempts }) => lastIs(attempts, 200)),
          ),
        ]
      : []),
  ]
}

/** Judges only when the state was the same before and after. */
function inState(
  seen: Cell,
  state: QuoteState,
  key: string | undefined,
  judge: (seen: Cell) => Verdict,
): Verdict {
  const [was, is] = [stateOf(seen.before), stateOf(seen.after)]
  if (was === state && is === state) return judge(seen)
  const why = `the quote was ${was ?? 'in no readable state'} before and ${is ?? 'in no readable state'} after the request`
  return key === undefined ? cutOff(why) : cannotTell(why, key)
}

type StatedCell = Exclude<DocumentCell, { expect: 'open' }>

function asTheTableSays({ attempts }: Cell, cell: DocumentCell): Verdict {
  const last = attempts.at(-1)
  if (last === undefined) return cutOff('the document was not asked for')
  if (cell.expect === 'open') return observedAnswer(last)
  const interim = attempts.slice(0, -1).map((one) => notYet(one, cell))
  return all([...interim, matches(last, cell)])
}

function matches(exchange: Exchange, { statuses, contentType }: StatedCell): Verdict {
  const code = statuses === '4xx' ? statusClassIs(exchange, 4) : statusIs(exchange, ...statuses)
  return code.kind !== 'passed' || contentType === undefined ? code : mediaTypeIs(exchange, contentType)
}

/** Before the event that a cell waits for, what the table says for then is right, and a 4xx where it says nothing. */
function notYet(exchange: Exchange, cell: StatedCell): Verdict {
  const before = cell.expect === 'available' ? cell.before : undefined
  return before === undefined ? statusClassIs(exchange, 4) : statusIs(exchange, ...before.statuses)
}

function lastIs(attempts: readonly Exchange[], status: number): Verdict {
  const last = attempts.at(-1)
  return last === undefined ? cutOff('the document was not asked for') : statusIs(last, status)
}

function opens({ opening, attempts }: Cell): Verdict {
  const last = attempts.at(-1)
  if (opening === undefined || last === undefined) return cannotTell('no document in this state')
  return opensInAReader(opening, last.id)
}
