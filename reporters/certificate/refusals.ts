import { count } from '../prose.ts'
import type { Report } from '../report.ts'
import { requiredText } from '../required.ts'

const MOST_NAMES = 5

/** A requirement that need not be exercised if only a key of the profile is missing. */
export interface MayLack {
  readonly requirement: string
  readonly key: string
  readonly reason: string
}

/** Ids of required requirements that were not exercised, only for the one allowed reason. */
export function unshown(report: Report, allowed: readonly MayLack[]): readonly MayLack[] {
  return allowed.filter(({ requirement, key }) =>
    report.requirements.some(
      (one) => one.id === requirement && one.verdict === 'not-exercised' && one.key === key,
    ),
  )
}

/**
 * Reasons why a run gets no certificate; empty for a run that deserves one.
 *
 * @param demanded ids of the requirements that must have been exercised
 * @param allowed requirements that need not be exercised, for the given reason
 */
export function refusals(
  report: Report,
  demanded: readonly string[],
  allowed: readonly MayLack[] = [],
): readonly string[] {
  const spared = new Set(unshown(report, allowed).map(({ requirement }) => requirement))
  const verdicts = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]))
  const missing = demanded.filter(
    (id) => !spared.has(id) && (verdicts.get(id) ?? 'not-exercised') === 'not-exercised',
  )
  const names = missing.slice(0, MOST_NAMES).join(', ')
  const more = missing.length > MOST_NAMES ? `, and ${missing.length - MOST_NAMES} more` : ''
  return [
    ...(report.verdict === 'conformant' ? [] : [`its verdict is ${report.verdict}: ${report.reason}`]),
    ...[requiredText(report.required)].flatMap((text) => text ?? []),
    ...(report.filtered ? ['a selection or a shard left something out'] : []),
    ...(report.waived === undefined ? [] : ['a baseline waived known failures']),
    ...(report.recordedBy === undefined ? [] : ['it judges the recording of an earlier run again']),
    ...(missing.length === 0
      ? []
      : [
          `${count(missing.length, 'requirement')} that must be exercised ${missing.length === 1 ? 'was' : 'were'} not: ${names}${more}`,
        ]),
  ]
}
