import type { DocumentName } from '../../../conformance/exchange.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Requirement } from '../../../conformance/requirement.ts'
import { documentCell } from '../../../spec/documents.ts'
import type { Spec } from '../../../spec/spec.ts'
import { takesTime } from '../vocabulary/documents/cells.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import {
  BINDS,
  binding,
  ending,
  explaining,
  invalidUpdateRefused,
  judgingDocument,
  judgingForeignAccess,
  openingDocument,
  raising,
  reviewing,
  showingItsQuote,
  updating,
} from './judge-requests.ts'
import type { QuoteVerdict, StepVerdict } from './step-verdict.ts'
import type { JourneyTrace, TakenStep } from './trace.ts'

type Rule = (step: TakenStep, spec: Spec, journey: JourneyTrace) => readonly StepVerdict[]

const RULES: readonly Rule[] = [
  binding,
  updating,
  invalidUpdateRefused,
  judgingDocument,
  openingDocument,
  showingItsQuote,
  raising,
  explaining,
  reviewing,
  ending,
  judgingForeignAccess,
]

/** Judges each step of a journey by sections 3 and 4. Pure. Statements judge its events. */
export const judgeJourney = (journey: JourneyTrace, spec: Spec): readonly QuoteVerdict[] =>
  journey.steps.flatMap((step) =>
    RULES.flatMap((rule) => rule(step, spec, journey)).map((one) => ({ ...one, quote: step.quote })),
  )

/** Says whether a journey breaks a `must` requirement of the judged version, which makes a counterexample of it. */
export const isBroken = (
  { broken = [] }: Pick<JourneyTrace, 'broken'>,
  verdicts: readonly StepVerdict[],
  spec: Spec,
): boolean =>
  broken.length > 0 ||
  verdicts.some(
    ({ requirement, verdict }) => verdict.kind === 'failed' && isBinding(spec.requirement(requirement), spec),
  )

/** Says whether a requirement is a `must` of the judged version. */
export const isBinding = (row: Requirement, spec: Spec): boolean => row.level === 'must' && spec.holds(row)

/** Caches the verdicts of each journey, since the claim of each requirement asks for them. */
export const judgingBy = (spec: Spec) => onceFor((journey: JourneyTrace) => judgeJourney(journey, spec))

const FOREIGN_OPERATIONS = ['status', 'quote-proposal', 'update', 'bind'] as const

/** Says whether the generation of a document may take time once a quote is ready to bind. */
const isAwaited = (name: DocumentName, { documents }: Spec): boolean =>
  takesTime(documentCell(documents, name, 'ready_to_bind'))

/**
 * Every requirement that a journey may judge.
 *
 * @param opens documents are opened with a PDF reader
 */
export function journeyRequirements(spec: Spec, opens: boolean): readonly string[] {
  const cells = Object.entries(spec.documents).flatMap(([name, states]) =>
    Object.entries(states).flatMap(([state, { expect }]) =>
      expect === 'open' ? [] : [`${name}-in-${state.replaceAll('_', '-')}`],
    ),
  )
  return [
    ...BINDS,
    'update-in-ready-to-bind',
    'update-in-approved-rate',
    'transition-underwriter-review-to-ready-to-bind',
    'transition-underwriter-review-to-declined',
    'transition-bound-to-issued',
    ...FOREIGN_OPERATIONS.map((operation) => `${operation}-foreign-quote`),
    ...spec.requirements.flatMap(({ id, field }) => (field?.schema === 'Update' ? [id] : [])),
    ...cells,
    'policy-only-in-issued',
    'retention-below-minimum-is-raised',
    'retention-raised-message',
    ...DOCUMENTS.filter((name) => isAwaited(name, spec)).map((name) => `${name}-arrives`),
    ...(opens ? DOCUMENTS.flatMap((name) => [`${name}-opens`, `${name}-shows-its-quote`]) : []),
  ]
}
