import type { Report } from '../report.ts'

/** A requirement that is known to fail, and why that is borne for now. */
export interface KnownFailure {
  readonly requirement: string
  readonly reason: string
}

export type Baseline = readonly KnownFailure[]

/** The failures of a run, sorted by a baseline. */
export interface Weighed {
  /** Failures that the baseline does not name. */
  readonly unknown: readonly string[]
  /** Failures that the baseline names. */
  readonly known: readonly string[]
  /** Problems of the baseline: entries that no longer fail, or that name nothing. */
  readonly stale: readonly string[]
}

/** Holds the failures of a run against a baseline. An entry that was not exercised is neither right nor wrong. */
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
