import type { Requirement, Side } from '../conformance/requirement.ts'
import { clauseShape, closed, count, list, text } from './shape.ts'
import type { Spec } from './spec.ts'
import { checked, readYaml } from './yaml-file.ts'

/** What a run must have exercised to be certified. */
export interface CertificationProfile {
  /** Clauses; each speaks for all below it. */
  readonly demands: readonly string[]
  readonly spares: readonly { readonly clause: string; readonly reason: string }[]
}

export type Certification = Readonly<Record<Side, CertificationProfile>> & { readonly validDays: number }

const profile = closed({
  demands: list(clauseShape),
  spares: list(closed({ clause: clauseShape, reason: text }), 0),
})

const shape = closed({ validDays: count, platform: profile, receiver: profile, client: profile })

/**
 * Reads what is demanded for a certificate.
 * @throws ConformanceError `SPEC_INVALID`, `SPEC_UNREADABLE`
 */
export async function loadCertification(directory = import.meta.dirname): Promise<Certification> {
  return checked<Certification>(await readYaml(directory, 'tables/certification.yaml'), shape)
}

/** Ids of the requirements that a run of a side must have exercised. */
export function demandedOf(
  spec: Spec,
  side: Side,
  { demands, spares }: CertificationProfile,
): readonly string[] {
  const below = (clause: string) => (above: string) => clause === above || clause.startsWith(`${above}.`)
  return spec.requirements
    .filter((requirement) => requirement.side === side && isJudged(requirement) && spec.holds(requirement))
    .filter(
      ({ clause }) => demands.some(below(clause)) && !spares.some((spared) => below(clause)(spared.clause)),
    )
    .map(({ id }) => id)
}

/** What the suite itself does not judge cannot be demanded of anybody. */
function isJudged({ level, excluded, awaits }: Requirement): boolean {
  return level === 'must' && excluded === undefined && awaits === undefined
}
