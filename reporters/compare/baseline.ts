import { didYouMean } from '../../conformance/suggestion.ts'
import { causeId } from '../cause-id.ts'
import type { ReportedCause } from '../causes.ts'
import type { Report } from '../report.ts'

/**
 * A known failure, and the reason why that is accepted for now. A requirement without a cause may fail in any way, or not be
 * exercised. With a cause, everything that fails by this cause alone is known; a requirement beside it is where it was seen.
 */
export interface KnownFailure {
  readonly requirement?: string
  readonly cause?: string
  readonly reason: string
}

export type Baseline = readonly KnownFailure[]

/** The failures of a run, compared with a baseline. */
export interface WeighedFailures {
  /** Failures that the baseline does not name. */
  readonly unknown: readonly string[]
  /** Failures that the baseline names. */
  readonly known: readonly string[]
  /** Problems of the baseline: entries that no longer fail, or that name no requirement. */
  readonly stale: readonly string[]
}

/** The requirements that a baseline names whatever their cause. */
export const namedIn = (baseline: Baseline): readonly string[] =>
  baseline.flatMap(({ requirement, cause }) => (cause === undefined ? (requirement ?? []) : []))

/** The causes that a baseline names. */
export const causesNamedIn = (baseline: Baseline): ReadonlySet<string> =>
  new Set(baseline.flatMap(({ cause }) => cause ?? []))

/** Compares the failures of a run with a baseline. An entry that was not exercised is neither known nor stale. */
export function weigh(
  { requirements, causes = [], filtered }: Pick<Report, 'requirements' | 'causes' | 'filtered'>,
  baseline: Baseline,
): WeighedFailures {
  const verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]))
  const broken = causes.filter(({ verdict }) => verdict === 'failed')
  const named = causesNamedIn(baseline)
  const listed = new Set([
    ...namedIn(baseline),
    ...broken.filter((cause) => isKnown(cause, named)).flatMap(membersOf),
  ])
  const failed = requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  return {
    unknown: failed.filter((id) => !listed.has(id)),
    known: failed.filter((id) => listed.has(id)),
    stale: baseline.flatMap(({ requirement, cause }) => {
      const isSeen = cause === undefined || broken.some(({ id }) => id === cause)
      // A part of a run need not show the cause.
      if (requirement === undefined)
        return isSeen || filtered ? [] : [`the cause ${cause} is not seen any more`]
      const verdict = verdicts.get(requirement)
      if (verdict === undefined) {
        const near = didYouMean(requirement, [...verdicts.keys()])
        return [`${requirement} is no requirement of this run${near === undefined ? '' : `: ${near}`}`]
      }
      if (verdict === 'not-exercised') return []
      if (verdict !== 'failed') return [`${requirement} no longer fails: it is ${verdict}`]
      return isSeen ? [] : [`${requirement} no longer fails by the cause ${cause}`]
    }),
  }
}

const membersOf = ({ requirements, following = [] }: ReportedCause): readonly string[] => [
  ...requirements,
  ...following,
]

/** True where a baseline names the cause, and every other cause that its requirements show. */
const isKnown = ({ id, odd = [] }: ReportedCause, named: ReadonlySet<string>): boolean =>
  named.has(id) && odd.every((finding) => named.has(causeId(finding)))
