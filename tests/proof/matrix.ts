import type { Requirement } from '../../conformance/requirement.ts'
import type { Mutant } from '../../targets/sandbox/mutants/index.ts'
import type { Variant } from '../../targets/sandbox/variants/index.ts'
import { type Alarms, differing, hidden } from './alarms.ts'
import { type Extent, fits, type Kill } from './kills.ts'

/** The fate of a mutant: every requirement that it names saw it, only others did, or none did. */
export type Fate = 'killed' | 'killed-by-others' | 'survived'

export interface MutantRow extends Kill {
  readonly kills: readonly string[]
  readonly fate: Fate
  /** `must` requirements that failed although the mutant breaks none of them: all requirements that it names only warn. */
  readonly tooHard: readonly string[]
}

export interface VariantRow {
  readonly variant: string
  readonly says: string
  readonly observes: readonly string[]
  /** Requirements that also observed something else: further parts of an answer, or effects of timing. */
  readonly further: readonly string[]
  /** Requirements that it declares, but whose observations are those of the standard platform. */
  readonly stale: readonly string[]
  /** Requirements that no longer pass and that it does not declare. */
  readonly hidden: readonly string[]
}

export interface RequirementRow {
  readonly id: string
  readonly clause: string
  readonly level: Requirement['level']
  readonly title: string
  /** Mutants that name it and that it saw. */
  readonly catches: readonly string[]
}

/** The kill matrix. */
export interface Matrix {
  readonly extent: Extent
  readonly totals: Readonly<Record<string, number>>
  /** Violations of the proof; empty when it succeeds. */
  readonly problems: readonly string[]
  /** Records of a mutant that were not seen. Timing may decide if other requirements see it, so this does not fail the proof. */
  readonly remarks: readonly string[]
  readonly requirements: readonly RequirementRow[]
  readonly mutants: readonly MutantRow[]
  readonly variants: readonly VariantRow[]
  /** Every set of variants that was in force together. The first one is empty: the standard platform. */
  readonly alarms: readonly Pick<Alarms, 'variants' | 'falseAlarms' | 'cutOff' | 'broken'>[]
}

export interface Proof {
  readonly extent: Extent
  readonly requirements: readonly Requirement[]
  readonly mutants: readonly Mutant[]
  readonly kills: readonly Kill[]
  readonly variants: readonly Variant[]
  readonly alarms: readonly Alarms[]
  /** True where only some mutants were judged, so that requirements without a mutant are no problem. */
  readonly partial?: boolean
}

/** Requirements of the platform that are judged and can be broken: each must have a mutant. */
export function breakable(requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter(
    ({ side, level, excluded, judgedBy }) =>
      side === 'platform' && level !== 'observe' && (excluded ?? judgedBy) === undefined,
  )
}

export function makeMatrix(proof: Proof): Matrix {
  const binding = new Set(proof.requirements.filter(({ level }) => level === 'must').map(({ id }) => id))
  const mutants = proof.mutants.map((mutant) => mutantRow(mutant, proof.kills, binding))
  const requirements = breakable(proof.requirements).map(({ id, clause, level, title }): RequirementRow => {
    const catches = mutants.filter((one) => one.kills.includes(id) && !one.missed.includes(id))
    return { id, clause, level, title, catches: catches.map(({ mutant }) => mutant) }
  })
  const variants = proof.variants.flatMap((variant) => variantRow(variant, proof.alarms) ?? [])
  const alarms = proof.alarms.map(({ variants: ids, falseAlarms, cutOff, broken }) => ({
    variants: ids,
    falseAlarms,
    cutOff,
    ...(broken === undefined ? {} : { broken }),
  }))
  const uncovered = requirements.filter(({ catches }) => catches.length === 0)
  const count = (fate: Fate) => mutants.filter((one) => one.fate === fate).length
  return {
    extent: proof.extent,
    totals: {
      requirements: requirements.length,
      uncovered: uncovered.length,
      mutants: mutants.length,
      killed: count('killed'),
      killedByOthers: count('killed-by-others'),
      survived: count('survived'),
      variants: proof.variants.length,
      combinations: alarms.filter(({ variants: ids }) => ids.length > 1).length,
      falseAlarms: alarms.reduce((sum, { falseAlarms }) => sum + Object.keys(falseAlarms).length, 0),
    },
    problems: [
      ...mutants.flatMap(problemsOfMutant),
      ...alarms.flatMap(problemsOfAlarms),
      ...variants.flatMap(problemsOfVariant),
      ...(proof.partial === true ? [] : uncovered.map(({ id }) => `no mutant breaks ${id}`)),
    ],
    remarks: mutants.flatMap(remarksOfMutant),
    requirements,
    mutants,
    variants,
    alarms,
  }
}

function mutantRow(
  { id, says, kills }: Mutant,
  all: readonly Kill[],
  binding: ReadonlySet<string>,
): MutantRow {
  const kill = all.find(({ mutant }) => mutant === id)
  const seen = kill ?? {
    mutant: id,
    says,
    missed: kills,
    killedBy: {},
    shownBy: {},
    undeclared: [],
    stale: [],
    broken: 'not judged',
  }
  const isSeen = Object.keys(seen.killedBy).length > 0
  const fate: Fate = seen.missed.length === 0 ? 'killed' : isSeen ? 'killed-by-others' : 'survived'
  const onlyWarns = !kills.some((one) => binding.has(one))
  const tooHard = onlyWarns ? Object.keys(seen.killedBy).filter((one) => binding.has(one)) : []
  return { ...seen, kills, fate, tooHard }
}

/** The row of a variant that was judged alone: together with others the cause would be unclear. */
function variantRow(variant: Variant, alarms: readonly Alarms[]): VariantRow | undefined {
  const usual = alarms.find(({ variants }) => variants.length === 0)
  const alone = alarms.find(({ variants }) => variants.length === 1 && variants[0] === variant.id)
  if (usual === undefined || alone === undefined) return undefined
  const { id, says, observes, warns = [], hides = [] } = variant
  const changed = differing(usual, alone)
  const declared = (patterns: readonly string[]) => (one: string) =>
    patterns.some((pattern) => fits(pattern, one))
  return {
    variant: id,
    says,
    observes,
    further: changed.filter((one) => !declared(observes)(one)),
    stale: observes.filter((pattern) => !changed.some((one) => fits(pattern, one))),
    hidden: hidden(usual, alone).filter((one) => !declared([...warns, ...hides])(one)),
  }
}

const listed = (ids: readonly string[]): string => ids.join(', ')

function problemsOfMutant(row: MutantRow): readonly string[] {
  const { mutant, fate, missed, undeclared, tooHard, broken } = row
  return [
    ...(fate === 'killed' ? [] : [`${mutant} ${fate.replaceAll('-', ' ')}: not seen by ${listed(missed)}`]),
    ...(undeclared.length === 0
      ? []
      : [`${mutant} is seen by ${listed(undeclared)} too, which is not recorded: --record`]),
    ...(tooHard.length === 0
      ? []
      : [`${mutant} breaks nothing that binds and is failed by ${listed(tooHard)}`]),
    ...(broken === undefined ? [] : [`${mutant} was not judged to the end: ${broken}`]),
  ]
}

const remarksOfMutant = ({ mutant, stale }: MutantRow): readonly string[] =>
  stale.length === 0 ? [] : [`${mutant} is not seen by ${listed(stale)}, as recorded`]

function problemsOfAlarms({
  variants,
  falseAlarms,
  cutOff,
  broken,
}: Matrix['alarms'][number]): readonly string[] {
  const platform = variants.length === 0 ? 'the standard platform' : variants.join(' + ')
  return [
    ...Object.keys(falseAlarms).map((id) => `false alarm of ${id} on ${platform}`),
    ...Object.entries(cutOff).map(([id, why]) => `${id} is cut off on ${platform}: ${why}`),
    ...(broken === undefined ? [] : [`${platform} was not judged to the end: ${broken}`]),
  ]
}

function problemsOfVariant({ variant, stale, hidden: lost }: VariantRow): readonly string[] {
  return [
    ...(stale.length === 0 ? [] : [`${variant} does not change what ${listed(stale)} record, as it says`]),
    ...(lost.length === 0 ? [] : [`${variant} keeps ${listed(lost)} from passing and does not say so`]),
  ]
}
