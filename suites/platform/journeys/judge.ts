import { onceFor } from '../../../conformance/once.ts'
import type { Requirement } from '../../../conformance/requirement.ts'
import type { Spec } from '../../../spec/spec.ts'
import { EVENT_REQUIREMENTS, eventVerdicts } from './judge-events.ts'
import { binding, ending, reading, reviewing, trespassing, updating } from './judge-requests.ts'
import type { StepVerdict } from './said.ts'
import type { Taken, Travelled } from './trace.ts'

type Rule = (step: Taken, spec: Spec, journey: Travelled) => readonly StepVerdict[]

const RULES: readonly Rule[] = [binding, updating, reading, reviewing, ending, trespassing]

/** Judges each step of a journey by sections 3 and 4, and its events by section 6; silent wherever they state nothing. Pure. */
export function judgeJourney(journey: Travelled, spec: Spec): readonly StepVerdict[] {
  return [
    ...journey.steps.flatMap((step) => RULES.flatMap((rule) => rule(step, spec, journey))),
    ...eventVerdicts(journey, spec),
  ]
}

/** Verdicts on requirements that bind in the version judged: a breach among them makes a counterexample. */
export function bindingVerdicts(said: readonly StepVerdict[], spec: Spec): readonly StepVerdict[] {
  return said.filter(({ requirement }) => isBinding(spec.requirement(requirement), spec))
}

const isBinding = (row: Requirement, spec: Spec): boolean => row.level === 'must' && spec.holds(row)

/** Verdicts are asked for once for each requirement, and found once for each journey. */
export const judgingBy = (spec: Spec) => onceFor((journey: Travelled) => judgeJourney(journey, spec))

const TRESPASSED = ['status', 'quote-proposal', 'update', 'bind'] as const

/** Every requirement that a journey may speak of. */
export function requirementsOf(spec: Spec): readonly string[] {
  const cells = Object.entries(spec.documents).flatMap(([name, states]) =>
    Object.entries(states).flatMap(([state, { expect }]) =>
      expect === 'open' ? [] : [`${name}-in-${state.replaceAll('_', '-')}`],
    ),
  )
  return [
    'bind-in-ready-to-bind',
    'update-in-ready-to-bind',
    'update-in-approved-rate',
    'transition-underwriter-review-to-ready-to-bind',
    'transition-underwriter-review-to-declined',
    'transition-bound-to-issued',
    ...TRESPASSED.map((operation) => `${operation}-foreign-quote`),
    ...cells,
    ...EVENT_REQUIREMENTS(spec),
  ]
}
