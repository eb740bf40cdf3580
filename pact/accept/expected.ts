import type { Category, Generator, PathStep, Rule, RuleSet, RuleSets } from '../model.ts'

/** A value that a Pact file expects, with the rules by which an actual one is compared. */
export interface Expected {
  /** The example. */
  readonly example: unknown
  readonly rules: readonly Rule[]
  readonly combine: 'and' | 'or'
}

/**
 * Makes an expectation of an example and the rules for its path.
 *
 * Only the rules with the best path are used, a longer path before a shorter one. If that is the path of a parent, they apply
 * without their bounds on lengths. Rules about the members of a collection apply only to the collection itself.
 */
export function expectedAt(
  example: unknown,
  rules: RuleSets,
  category: Category,
  path: readonly PathStep[],
): Expected {
  let best: { readonly set: RuleSet; readonly weight: number } | undefined
  for (const set of rules) {
    if (set.category !== category) continue
    const weight = weightOf(set.path, path)
    if (weight > 0 && (best === undefined || weight >= best.weight) && appliesTo(set, path))
      best = { set, weight }
  }
  if (best === undefined) return { example, rules: [], combine: 'and' }
  const cascaded = best.set.path.length < path.length
  return {
    example,
    rules: cascaded ? best.set.rules.filter(cascades).map(unbounded) : best.set.rules,
    combine: best.set.combine,
  }
}

/** The generator of a value that is made when the file is used, so that its example does not matter. */
export function generatorAt(
  generators: readonly Generator[],
  category: Category,
  path: readonly PathStep[],
): Generator | undefined {
  return generators.find(
    (one) => one.category === category && one.path.length === path.length && weightOf(one.path, path) > 0,
  )
}

const appliesTo = (set: RuleSet, path: readonly PathStep[]): boolean =>
  set.path.length === path.length || set.rules.some(cascades)

const MEMBER_RULES: ReadonlySet<Rule['kind']> = new Set(['values', 'eachKey', 'eachValue', 'arrayContains'])

const cascades = ({ kind }: Rule): boolean => !MEMBER_RULES.has(kind)

const unbounded = (rule: Rule): Rule => (rule.kind === 'type' ? { kind: 'type' } : rule)

/**
 * 0 where the expression does not lead to the path or a parent of it. Names weigh more than stars, longer expressions more than
 * shorter ones.
 */
function weightOf(expression: readonly PathStep[], path: readonly PathStep[]): number {
  if (expression.length > path.length) return 0
  let weight = 2
  for (const [index, step] of expression.entries()) {
    if (step === null) weight *= 1.5
    else if (String(step).toLowerCase() === String(path[index]).toLowerCase()) weight *= 2
    else return 0
  }
  return weight
}
