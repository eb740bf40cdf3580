import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { all, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { documentCell } from '../../../spec/documents.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import type { Spec } from '../../../spec/spec.ts'
import { RETENTION, retentions } from '../ledger/rates.ts'
import { raisesAreExplained } from '../statements/raises.ts'
import { matches, notYet, type StatedCell, takesTime } from '../vocabulary/documents/cells.ts'
import { opensInAReader } from '../vocabulary/documents/pdf.ts'
import { ofItsQuote } from '../vocabulary/documents/whose.ts'
import { isAcceptedBind } from '../vocabulary/judge/accepted-bind.ts'
import { finding, statusClassIs, statusClassIsNot, statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { HELD_BY } from '../vocabulary/operator/hold.ts'
import { outcomeOf } from '../vocabulary/quotes/quotes.ts'
import { presentStateOf, recordOf, stateOf } from '../vocabulary/quotes/record.ts'
import { lasts } from '../vocabulary/quotes/same-state.ts'
import { type StepVerdict, verdictOn } from './step-verdict.ts'
import type { JourneyTrace, TakenStep } from './trace.ts'

/** Today's name of the state that both the read before and the read after show: the quote was in it during the requests between. */
function steadyState({ before, after }: Pick<TakenStep, 'before' | 'after'>, spec: Spec): string | undefined {
  const was = stateIn(before, spec)
  return stateIn(after, spec) === was ? was : undefined
}

const stateIn = (read: Exchange | undefined, { lifecycle }: Spec) => presentStateOf(read, lifecycle)

/** Requirements on the bind of a quote that is ready. */
export const BINDS = ['bind-answers-202', 'bind-in-ready-to-bind'] as const

/** Judges that a ready quote can be bound (R15). A refusal counts if the quote stays ready and no re-rating can explain it. */
export function binding(step: TakenStep, spec: Spec): readonly StepVerdict[] {
  if (step.action !== 'bind' && step.action !== 'bind-and-bind') return []
  if (step.bound || stateIn(step.before, spec) !== 'ready_to_bind') return []
  const again =
    step.again !== undefined && stateIn(step.again.before, spec) === 'ready_to_bind' ? step.again.sent : []
  const accepted = [...step.sent, ...again].find(succeeded)
  const counted = accepted === undefined ? refusedIn(step, ['ready_to_bind'], spec) : [accepted]
  return counted.flatMap((one) => BINDS.map((requirement) => ({ requirement, verdict: statusIs(one, 202) })))
}

/** Judges that a quote in ready_to_bind or approved_rate can be updated (R13). Refusals count as for a bind. */
export function updating(step: TakenStep, spec: Spec): readonly StepVerdict[] {
  const isUpdate = step.action === 'update' || step.action === 'update-beyond-ascii'
  if (!isUpdate || step.bound) return []
  const state = stateIn(step.before, spec)
  if (state !== 'ready_to_bind' && state !== 'approved_rate') return []
  const requirement = `update-in-${state.replace(/_/g, '-')}`
  const accepted = step.sent.find(succeeded)
  if (accepted !== undefined) return verdictOn(requirement, passed())
  return refusedIn(step, [state], spec).flatMap((one) => verdictOn(requirement, statusClassIs(one, 2)))
}

/** Judges that an invalid update is refused, whatever happened to its quote before (R13). */
export function invalidUpdateRefused(
  { before, sent, breaks = [] }: TakenStep,
  spec: Spec,
): readonly StepVerdict[] {
  // In other states an update may be refused or ignored before its body is checked.
  if (!['ready_to_bind', 'approved_rate'].includes(stateIn(before, spec) ?? '')) return []
  return sent.flatMap((one, place) => {
    const requirement = breaks[place]
    return requirement === undefined ? [] : verdictOn(requirement, statusClassIsNot(one, 2))
  })
}

/** Finds the refusal that counts: the last one, if the quote was in one of the given states before and after it. */
function refusedIn(step: TakenStep, states: readonly string[], spec: Spec): readonly Exchange[] {
  const { again, sent, reRatingPending } = step
  if (again !== undefined) {
    const state = steadyState(again, spec)
    return states.includes(state ?? '') && !again.sent.some(succeeded) ? again.sent : []
  }
  return !reRatingPending && states.includes(steadyState(step, spec) ?? '') ? sent : []
}

const DOCUMENTS: readonly string[] = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy']

/**
 * Judges the answer of a document endpoint in a state that lasts (3.documents, R17, R18). A transient state may
 * be over when the request arrives.
 */
export function judgingDocument(step: TakenStep, spec: Spec): readonly StepVerdict[] {
  const read = step.sent.at(-1)
  const state = steadyState(step, spec)
  if (!DOCUMENTS.includes(step.action) || read === undefined || state === undefined) return []
  // After a bind a read may lag behind, and after an update a re-rating may be queued.
  const isHeld = step.held !== undefined && HELD_BY[state as QuoteState] === step.held
  if (
    !isHeld &&
    ((step.bound && state !== 'issued') ||
      !spec.lifecycle.settled.includes(spec.lifecycle.named(state as QuoteState) ?? state))
  )
    return []
  if (step.reRatingPending && !isFinal(spec, state)) return []
  const name = step.action as DocumentName
  const cell = documentCell(spec.documents, name, state)
  return [
    ...(cell.expect === 'open'
      ? []
      : verdictOn(`${name}-in-${state.replaceAll('_', '-')}`, cellHolds(step, cell))),
    ...(name === 'policy' && state !== 'issued'
      ? verdictOn('policy-only-in-issued', statusClassIsNot(read, 2))
      : []),
    ...(step.awaited === true && state === 'ready_to_bind'
      ? verdictOn(`${name}-arrives`, statusIs(read, 200))
      : []),
  ]
}

/** Judges that a document opens, whatever the state is in which it was handed out (R19). */
export function openingDocument({ action, sent, opening }: TakenStep): readonly StepVerdict[] {
  const read = sent.at(-1)
  if (opening === undefined || read === undefined) return []
  return verdictOn(`${action}-opens`, opensInAReader(opening, read.id))
}

/** Judges that a document is that of its quote (4). One that names no quote decides nothing. */
export function showingItsQuote({ action, sent, names }: TakenStep): readonly StepVerdict[] {
  const exchange = sent.at(-1)
  if (names === undefined || exchange === undefined || names.own.length + names.foreign.length === 0)
    return []
  return verdictOn(`${action}-shows-its-quote`, ofItsQuote([{ exchange, ...names }]))
}

/** Judges the last answer by its cell, and those before it as answers from before the event that makes a document available. */
function cellHolds({ sent, awaited }: TakenStep, cell: StatedCell): Verdict {
  const last = sent.at(-1)
  // Where it was not awaited, it is not known whether the event has been emitted: the answer that is right before it counts too.
  const mayBeEarly = awaited !== true && takesTime(cell)
  return all(
    sent.map((one) =>
      one !== last || (mayBeEarly && !succeeded(one)) ? notYet(one, cell) : matches(one, cell),
    ),
  )
}

const isFinal = (spec: Spec, state: string): boolean =>
  spec.lifecycle.states.some(({ name, terminal }) => terminal && spec.lifecycle.present(name) === state)

/** Judges that a review leads to the state that the operator chose (3.transitions). */
export function reviewing({ action, after }: TakenStep, spec: Spec): readonly StepVerdict[] {
  if ((action !== 'approve' && action !== 'decline') || after === undefined) return []
  const wanted = action === 'approve' ? 'ready_to_bind' : 'declined'
  const seen = stateIn(after, spec)
  const requirement = `transition-underwriter-review-to-${wanted.replaceAll('_', '-')}`
  if (seen === undefined) return []
  return verdictOn(
    requirement,
    seen === wanted
      ? passed()
      : failed(finding(after, `${wanted} after the review`, seen, '/data/quote_status')),
  )
}

/** Judges that an accepted bind of a ready quote leads to `issued` (R15), unless an update came close to it. */
export function ending(
  { action, quote, after }: TakenStep,
  spec: Spec,
  { steps }: JourneyTrace,
): readonly StepVerdict[] {
  if (action !== 'end' || after === undefined) return []
  const own = steps.filter((step) => step.quote === quote)
  const state = stateIn(after, spec)
  if (!own.some((step) => isBoundReady(step, spec)) || isRacedByUpdate(own, spec) || state === undefined)
    return []
  return verdictOn(
    'transition-bound-to-issued',
    state === 'issued'
      ? passed()
      : failed({
          ...finding(after, 'issued after an accepted bind', outcomeOf(after), '/data/quote_status'),
          ...(state === 'bound' && lasts('bound')),
        }),
  )
}

/** Judges that a message explains a raise, whoever the partner is (R9). Of other quotes a raise may be a step of the tariff. */
export function explaining(
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
  return verdict.kind === 'cannot-tell' ? [] : verdictOn('retention-raised-message', verdict)
}

/** Judges that a retention below the minimum is raised, under any circumstance (8, R9). */
export function raising(
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
  return verdictOn(
    'retention-below-minimum-is-raised',
    rated > submitted
      ? passed()
      : failed(finding(after, `more than the submitted ${submitted}`, String(rated), `/data${RETENTION}`)),
  )
}

/** Says whether a step bound a ready quote. A bind that is accepted in another state may have no effect (R16). */
function isBoundReady({ before, sent, again }: TakenStep, spec: Spec): boolean {
  const isReady = (read: Exchange | undefined) => stateIn(read, spec) === 'ready_to_bind'
  const isAccepted = (one: Exchange) => one.operation === 'bind' && isAcceptedBind(one, spec)
  return (
    (isReady(before) && sent.some(isAccepted)) ||
    (again !== undefined && isReady(again.before) && again.sent.some(isAccepted))
  )
}

/**
 * Says whether an update was accepted close to a bind. It was sent at the same moment, or after the bind but before
 * the quote showed it. Or its re-rating may still have been queued at the bind. The result of the two is open.
 */
function isRacedByUpdate(own: readonly TakenStep[], spec: Spec): boolean {
  const isBoundAt = (read: Exchange | undefined) => ['bound', 'issued'].includes(stateIn(read, spec) ?? '')
  let queued = false
  for (const step of own) {
    const { action, sent, before, after, again, reRatingPending } = step
    const all = [...sent, ...(again?.sent ?? [])]
    if (isBoundAt(before)) queued = false
    const updated = all.some((one) => one.operation === 'update' && succeeded(one))
    if (isBoundReady(step, spec)) queued = true
    if (updated && queued) return true
    // After a rest nothing is queued any more.
    if (action === 'rest' || [after, again?.after, ...all].some(isBoundAt)) queued = false
    if (reRatingPending && queued) return true
  }
  return false
}

/** Judges that no other partner may see or change a quote (R12). */
export function judgingForeignAccess({ action, sent }: TakenStep): readonly StepVerdict[] {
  if (action !== 'access-as-other-partner') return []
  return sent.flatMap((one) => verdictOn(`${one.operation}-foreign-quote`, statusClassIsNot(one, 2)))
}
