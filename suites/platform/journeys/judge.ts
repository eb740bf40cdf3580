import { onceFor } from '../../../conformance/once.ts'
import type { Requirement } from '../../../conformance/requirement.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { RETENTION, retentions } from '../ledger/rates.ts'
import { raisesAreExplained } from '../statements/raises.ts'
import { opensInAReader } from '../vocabulary/documents/pdf.ts'
import { ofItsQuote } from '../vocabulary/documents/whose.ts'
import { finding, statusClassIsNot } from '../vocabulary/judge/answer.ts'
import { DOCUMENTS } from '../vocabulary/quotes/api.ts'
import { presentStateOf, recordOf, stateOf } from '../vocabulary/quotes/record.ts'
import type { JourneyTrace, TakenStep } from './trace.ts'

/** The verdict of one step on one requirement, with the place of its quote in the journey. */
export interface QuoteVerdict {
  readonly requirement: string
  readonly verdict: Verdict
  readonly quote: number
}

type StepVerdict = Omit<QuoteVerdict, 'quote'>

type Rule = (step: TakenStep, spec: Spec, journey: JourneyTrace) => readonly StepVerdict[]

const RULES: readonly Rule[] = [
  invalidUpdateRefused,
  openingDocument,
  showingItsQuote,
  raising,
  explaining,
  reviewing,
]

/**
 * Judges each step of a journey by what its ledger does not hold. That is what it meant to break, what a PDF reader found, and what the
 * profile promises. Pure. Statements judge the rest.
 */
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

/**
 * Every requirement that a journey may judge.
 *
 * @param opens documents are opened with a PDF reader
 */
export const journeyRequirements = (spec: Spec, opens: boolean): readonly string[] => [
  'transition-underwriter-review-to-ready-to-bind',
  'transition-underwriter-review-to-declined',
  ...spec.requirements.flatMap(({ id, field }) => (field?.schema === 'Update' ? [id] : [])),
  'retention-below-minimum-is-raised',
  'retention-raised-message',
  ...(opens ? DOCUMENTS.flatMap((name) => [`${name}-opens`, `${name}-shows-its-quote`]) : []),
]

/** Judges that an invalid update is refused, whatever happened to its quote before (R13). */
function invalidUpdateRefused(
  { before, sent, breaks = [] }: TakenStep,
  { lifecycle }: Spec,
): readonly StepVerdict[] {
  // In other states an update may be refused or ignored before its body is checked.
  if (!['ready_to_bind', 'approved_rate'].includes(presentStateOf(before, lifecycle) ?? '')) return []
  return sent.flatMap((one, place) => {
    const requirement = breaks[place]
    return requirement === undefined ? [] : [{ requirement, verdict: statusClassIsNot(one, 2) }]
  })
}

/** Judges that a document opens, whatever the state is in which it was handed out (R19). */
function openingDocument({ action, sent, opening }: TakenStep): readonly StepVerdict[] {
  const read = sent.at(-1)
  if (opening === undefined || read === undefined) return []
  return [{ requirement: `${action}-opens`, verdict: opensInAReader(opening, read.id) }]
}

/** Judges that a document is that of its quote (4). One that names no quote decides nothing. */
function showingItsQuote({ action, sent, names }: TakenStep): readonly StepVerdict[] {
  const exchange = sent.at(-1)
  if (names === undefined || exchange === undefined || names.own.length + names.foreign.length === 0)
    return []
  return [{ requirement: `${action}-shows-its-quote`, verdict: ofItsQuote([{ exchange, ...names }]) }]
}

/** Judges that a review leads to the state that the operator chose (3.transitions). */
function reviewing({ action, after }: TakenStep, { lifecycle }: Spec): readonly StepVerdict[] {
  const seen = presentStateOf(after, lifecycle)
  if ((action !== 'approve' && action !== 'decline') || after === undefined || seen === undefined) return []
  const wanted = action === 'approve' ? 'ready_to_bind' : 'declined'
  const verdict =
    seen === wanted
      ? passed()
      : failed(finding(after, `${wanted} after the review`, seen, '/data/quote_status'))
  return [{ requirement: `transition-underwriter-review-to-${wanted.replaceAll('_', '-')}`, verdict }]
}

/** Judges that a message explains a raise, whoever the partner is (R9). Of other quotes a raise may be a step of the tariff. */
function explaining(
  { action, quote }: TakenStep,
  spec: Spec,
  { quotes, exchanges }: JourneyTrace,
): readonly StepVerdict[] {
  const { id, submitted, made } = quotes[quote] ?? {}
  if (action !== 'end' || made === undefined || submitted === undefined) return []
  if (![made.outcome, ...(made.also ?? [])].includes('retention_raised')) return []
  const own = exchanges.filter((one) => one.quoteId === id && one.id !== submitted.id)
  const verdict = raisesAreExplained({ exchanges: [submitted, ...own], spec })
  // A quote that is not rated hides no pass of another one.
  return verdict.kind === 'cannot-tell' ? [] : [{ requirement: 'retention-raised-message', verdict }]
}

/** Judges that a retention below the minimum is raised, under any circumstance (8, R9). */
function raising(
  { action, quote, after }: TakenStep,
  spec: Spec,
  { quotes }: JourneyTrace,
): readonly StepVerdict[] {
  const { submission, isRaisePromised } = quotes[quote] ?? {}
  const record = after && recordOf(after)
  if (action !== 'end' || isRaisePromised !== true || after === undefined || record === undefined) return []
  if (!spec.lifecycle.rated.includes(stateOf(after) ?? '') || submission === undefined) return []
  const amounts = retentions({ exchange: after, record, submission })
  if (amounts === undefined) return []
  const { rated, submitted } = amounts
  const verdict =
    rated > submitted
      ? passed()
      : failed(finding(after, `more than the submitted ${submitted}`, String(rated), `/data${RETENTION}`))
  return [{ requirement: 'retention-below-minimum-is-raised', verdict }]
}
