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
import { describe, finding } from '../../vocabulary/judge/answer.ts'

/** Result of an operator action that the back office may rightly refuse. */
export type Step =
  | { readonly kind: 'done'; readonly action: OperatorAction; readonly exchange: Exchange }
  | { readonly kind: 'refused'; readonly action: OperatorAction; readonly exchange: Exchange }
  /** It was not tried, or it is broken: that says nothing about the platform. */
  | { readonly kind: 'left'; readonly verdict: Verdict }

/** A thing as the back office showed it. */
export interface Look {
  readonly step: Step
  /** Present where the step was done. */
  readonly shown?: unknown
}

export const left = (verdict: Verdict): Step => ({ kind: 'left', verdict })

/** Hands on what was done; a refusal of what had to be done lies with the recipe. */
export function whenDone(step: Step, judge: (exchange: Exchange) => Verdict): Verdict {
  if (step.kind === 'left') return step.verdict
  return step.kind === 'done' ? judge(step.exchange) : refusedInstead(step)
}

/** An action that sets something up was refused. */
function refusedInstead({ action, exchange: { answer } }: Extract<Step, { readonly kind: 'refused' }>) {
  const said = answer === undefined ? 'no answer' : describe(answer)
  return cannotTell(`the operator action ${action} was refused: ${said}`, `operator.${action}`)
}

/** Says why nothing can be set up on a step that was not done. */
export function unableBy(step: Step): CannotTell {
  const verdict = whenDone(step, () => cutOff('a step was done and returned nothing'))
  if (verdict.kind !== 'cannot-tell') return new CannotTell('a step of the back office was not done')
  return new CannotTell(verdict.why, verdict.key)
}

/** The step has to be refused. */
export function isRefused(step: Step, expected: string): Verdict {
  if (step.kind === 'left') return step.verdict
  if (step.kind === 'refused') return passed()
  return failed(finding(step.exchange, expected, 'it was done'))
}

/** Hands on what was shown. */
export function whenShown(
  { step, shown }: Look,
  judge: (shown: unknown, exchange: Exchange) => Verdict,
): Verdict {
  return whenDone(step, (exchange) => judge(shown, exchange))
}

/** Judges what can be judged: actions that the profile lacks count only where nothing else was judged. */
export function asFarAsOffered(verdicts: readonly Verdict[]): readonly Verdict[] {
  const isOffered = (verdict: Verdict) => verdict.kind !== 'cannot-tell' || verdict.key === undefined
  const offered = verdicts.filter(isOffered)
  return offered.length > 0 ? offered : verdicts
}

/** Names the moment at which a breach showed, where there are several. */
export function under(when: string | undefined, verdict: Verdict): Verdict {
  if (when === undefined || verdict.kind !== 'failed') return verdict
  return failed(...verdict.findings.map((one) => ({ ...one, under: when })))
}
