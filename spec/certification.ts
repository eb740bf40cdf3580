import type { Requirement, Side } from '../conformance/requirement.ts'
import { clause, closed, list, type Shaped, text, wholeNumber } from './shape.ts'
import type { Spec } from './spec.ts'
import { checked, readYaml } from './yaml-file.ts'

const profile = closed({
  /** Clauses; each includes all clauses below it. */
  demands: list(clause),
  spares: list(closed({ clause, reason: text }), 0),
  /** Requirements that need not be shown where only a missing key of the profile prevents it. */
  mayLack: list(closed({ requirement: text, key: text, reason: text }), 0),
})

const certification = closed({
  validDays: wholeNumber,
  platform: profile,
  receiver: profile,
  client: profile,
})

/** Requirements of a side that a run must have exercised to be certified. */
export type CertificationProfile = Shaped<typeof profile>
export type Certification = Shaped<typeof certification>

/**
 * Reads what a certificate demands.
 * @throws ConformanceError `SPEC_INVALID`, `SPEC_UNREADABLE`
 */
export async function loadCertification(directory = import.meta.dirname): Promise<Certification> {
  return checked(await readYaml(directory, 'tables/certification.yaml'), certification)
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

/** Says whether the suite judges a requirement: a certificate cannot demand one that it does not judge. */
function isJudged({ level, excluded }: Requirement): boolean {
  return level === 'must' && excluded === undefined
}
