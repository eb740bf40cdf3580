import type { Facts } from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import { documentCell } from '../../../spec/documents.ts'
import { QUOTE_STATES } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type DocumentInState, documentsInStates } from '../ledger/documents.ts'
import { byEitherClock, isOver } from '../ledger/timeline.ts'
import { type PlatformStandingClaim, relying, standing } from '../vocabulary/context.ts'
import { matches, notYet, type StatedCell, takesTime } from '../vocabulary/documents/cells.ts'
import { statusClassIsNot, statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { observedAnswer } from '../vocabulary/judge/observe.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { needsToReach } from '../vocabulary/quotes/reach.ts'
import { type JudgedAnswer, ofTheirQuotes } from './under-quotes.ts'

/** Makes a statement about answers of document endpoints whose state is known. */
const ofDocuments = (
  requirement: string,
  concerns: (one: DocumentInState) => boolean,
  judge: (one: DocumentInState, facts: Facts<Spec>) => Verdict | undefined,
): PlatformStandingClaim =>
  relying(
    ['requests'],
    standing(requirement, (facts) => {
      const judged = documentsInStates(facts)
        .filter(concerns)
        .flatMap((one): JudgedAnswer[] => {
          const verdict = judge(one, facts)
          return verdict === undefined ? [] : [{ exchange: one.exchange, verdict }]
        })
      return ofTheirQuotes(judged, facts)
    }),
  )

/** Statements about the documents of a quote in each state: the cells of the availability table, and what goes beyond them (3.documents, R17, R18). */
export const documentCellClaims: readonly PlatformStandingClaim[] = [
  ...DOCUMENTS.flatMap((name) =>
    QUOTE_STATES.map((state) => ({
      ...ofDocuments(
        `${name}-in-${state.replaceAll('_', '-')}`,
        (one) => one.name === name && one.state === state,
        (one, facts) => asTheTableSays(one, facts),
      ),
      needs: needsToReach(state),
    })),
  ),
  ofDocuments(
    'policy-only-in-issued',
    ({ name, state }) => name === 'policy' && state !== 'issued',
    ({ exchange }) => statusClassIsNot(exchange, 2),
  ),
  ...(['quote-proposal', 'policy-preview'] as const).map((document) =>
    ofDocuments(
      `${document}-arrives`,
      ({ name, state }) => name === document && state === 'ready_to_bind',
      (one, facts) =>
        succeeded(one.exchange) || isDue(one, facts) ? statusIs(one.exchange, 200) : undefined,
    ),
  ),
  ofDocuments(
    'documents-before-v1-8-0',
    () => true,
    ({ name, state, exchange }) => observedAnswer(exchange, `${name} in ${state}`),
  ),
]

function asTheTableSays(one: DocumentInState, facts: Facts<Spec>): Verdict {
  const { name, state, exchange } = one
  const cell = documentCell(facts.spec.documents, name, state)
  if (cell.expect === 'open') return observedAnswer(exchange)
  return mayStillCome(one, cell, facts) ? notYet(exchange, cell) : matches(exchange, cell)
}

/** Says whether a refusal is one of a document that is still being generated. */
const mayStillCome = (one: DocumentInState, cell: StatedCell, facts: Facts<Spec>): boolean =>
  takesTime(cell) &&
  !succeeded(one.exchange) &&
  !one.earlier.some(({ answer }) => answer?.status === 200) &&
  !isDue(one, facts)

/** Says whether a document was asked for so long ago that its generation is over. */
function isDue({ exchange, earlier: [first] }: DocumentInState, facts: Facts<Spec>): boolean {
  const { deadlines } = facts.target ?? {}
  if (first === undefined || deadlines === undefined) return false
  const { startedAt: suiteMs, targetMs } = exchange
  const { proposal } = deadlines
  return isOver(first.startedAt, { suiteMs, targetMs }, proposal, byEitherClock(proposal, facts))
}
