import type { PlannedRequirement } from './events.ts'

/** A known mistake: the requirements that name it. Others fail as well, but only as its consequences. */
export interface Explanation {
  readonly requirements: readonly string[]
  /** Scenarios that show it, where the claims about these requirements are standing claims. */
  readonly seenIn?: readonly string[]
}

/** The known mistakes of which a requirement's failure is a consequence. */
export type Explanations = (requirement: string) => {
  readonly explanations: readonly Explanation[]
  /** True where it follows from more known mistakes than it names itself. */
  readonly mostlyFollows: boolean
}

/** A scenario with the requirements that its own claims judge. */
interface Judging {
  readonly scenario: string
  readonly requirements: readonly string[]
}

/** Adds to each requirement what may explain its failure, and the scenarios of a plan that may show it, where it mostly follows. */
export function withExplanations<R extends PlannedRequirement>(
  requirements: readonly R[],
  scenarios: readonly Judging[],
  explanations: Explanations,
): readonly R[] {
  const planned = new Set(scenarios.map(({ scenario }) => scenario))
  const judging = Map.groupBy(
    scenarios.flatMap(({ scenario, requirements: own }) =>
      own.map((requirement) => ({ requirement, scenario })),
    ),
    ({ requirement }) => requirement,
  )
  const scenariosOf = (requirement: string) =>
    (judging.get(requirement) ?? []).map(({ scenario }) => scenario)
  return requirements.map((one) => {
    const { explanations: found, mostlyFollows } = explanations(one.id)
    const explainedBy = [...new Set(found.flatMap(({ requirements: named }) => named))]
    const shownIn = found.flatMap(({ seenIn, requirements: named }) => seenIn ?? named.flatMap(scenariosOf))
    const explainedIn = [...new Set(mostlyFollows ? shownIn : [])].filter((scenario) => planned.has(scenario))
    return {
      ...one,
      ...(explainedBy.length > 0 && { explainedBy }),
      ...(explainedIn.length > 0 && { explainedIn }),
    }
  })
}

/** Knows during a run whether a failure may still turn out to be a consequence of another one. */
export interface OpenExplanations {
  ended(scenario: string): void
  /** The scenarios that may still show what explains the failure of a requirement. */
  of(requirement: string): readonly string[]
}

export function openExplanations(requirements: readonly PlannedRequirement[]): OpenExplanations {
  const over = new Set<string>()
  const shownIn = new Map(requirements.map(({ id, explainedIn = [] }) => [id, explainedIn]))
  return {
    ended: (scenario) => void over.add(scenario),
    of: (requirement) => (shownIn.get(requirement) ?? []).filter((scenario) => !over.has(scenario)),
  }
}
