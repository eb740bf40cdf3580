import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import {
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { describe, finding } from '../judge/answer.ts'

/** Result of an operator action that the back office may rightly refuse. */
export type OfficeStep =
  | { readonly kind: 'done'; readonly action: OperatorAction; readonly exchange: Exchange }
  | { readonly kind: 'refused'; readonly action: OperatorAction; readonly exchange: Exchange }
  /** The action was not tried, or it is broken: that says nothing about the platform. */
  | { readonly kind: 'left'; readonly verdict: Verdict }

/** Result of an action that shows a thing. */
export interface Snapshot {
  readonly step: OfficeStep
  /** Present where the step is done. */
  readonly shown?: unknown
}

export const left = (verdict: Verdict): OfficeStep => ({ kind: 'left', verdict })

/** Judges a step that was done. Any other step is "cannot tell": the profile's action may be wrong. */
export function whenDone(step: OfficeStep, judge: (exchange: Exchange) => Verdict): Verdict {
  if (step.kind === 'left') return step.verdict
  return step.kind === 'done' ? judge(step.exchange) : refusedInstead(step)
}

/** Says that an action was refused which had to succeed. */
function refusedInstead({ action, exchange: { answer } }: Extract<OfficeStep, { readonly kind: 'refused' }>) {
  const said = answer === undefined ? 'no answer' : describe(answer)
  return cannotTell(`the operator action ${action} was refused: ${said}`, `operator.${action}`)
}

/**
 * Makes the error that says why a scenario cannot go on after a step that was not done.
 *
 * @param action whose recipe or whose operator is at fault where nothing else is known
 */
export function unableBy(step: OfficeStep, action?: OperatorAction): CannotTell {
  const verdict = whenDone(step, () => cutOff('a step was done and returned nothing'))
  if (verdict.kind !== 'cannot-tell') return new CannotTell('a step of the back office was not done')
  return new CannotTell(verdict.why, verdict.key ?? (action && `operator.${action}`))
}

/** Judges that a step was refused. */
export function isRefused(step: OfficeStep, expected: string): Verdict {
  if (step.kind === 'left') return step.verdict
  if (step.kind === 'refused') return passed()
  return failed(finding(step.exchange, expected, 'it was done'))
}

/** Judges what was shown, if the step was done. */
export function whenShown(
  { step, shown }: Snapshot,
  judge: (shown: unknown, exchange: Exchange) => Verdict,
): Verdict {
  return whenDone(step, (exchange) => judge(shown, exchange))
}

/** Adds the moment to the findings of a failed verdict. */
export function under(when: string | undefined, verdict: Verdict): Verdict {
  if (when === undefined || verdict.kind !== 'failed') return verdict
  return failed(...verdict.findings.map((one) => ({ ...one, under: when })))
}
