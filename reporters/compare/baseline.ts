import type { Report } from '../report.ts'

/** A requirement that is known to fail, and the reason why that is accepted for now. */
export interface KnownFailure {
  readonly requirement: string
  readonly reason: string
}

export type Baseline = readonly KnownFailure[]

/** The failures of a run, compared with a baseline. */
export interface Weighed {
  /** Failures that the baseline does not name. */
  readonly unknown: readonly string[]
  /** Failures that the baseline names. */
  readonly known: readonly string[]
  /** Problems of the baseline: entries that no longer fail, or that name no requirement. */
  readonly stale: readonly string[]
}

/** Compares the failures of a run with a baseline. An entry that was not exercised is neither known nor stale. */
export function weigh({ requirements }: Pick<Report, 'requirements'>, baseline: Baseline): Weighed {
  const verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]))
  const listed = new Set(baseline.map(({ requirement }) => requirement))
  const failed = requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  return {
    unknown: failed.filter((id) => !listed.has(id)),
    known: failed.filter((id) => listed.has(id)),
    stale: [...listed].flatMap((id) => {
      const verdict = verdicts.get(id)
      if (verdict === undefined) return [`${id} is no requirement of this run`]
      return verdict === 'failed' || verdict === 'not-exercised'
        ? []
        : [`${id} no longer fails: it is ${verdict}`]
    }),
  }
}
