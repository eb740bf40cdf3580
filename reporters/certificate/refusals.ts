import { count } from '../prose.ts'
import type { Report } from '../report.ts'

const mostNames = 5

/**
 * Why a run gets no certificate; nothing for one that deserves it.
 *
 * @param demanded ids of the requirements that must have been exercised
 */
export function refusals(report: Report, demanded: readonly string[]): readonly string[] {
  const verdicts = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]))
  const missing = demanded.filter((id) => (verdicts.get(id) ?? 'not-exercised') === 'not-exercised')
  const names = missing.slice(0, mostNames).join(', ')
  const more = missing.length > mostNames ? `, and ${missing.length - mostNames} more` : ''
  return [
    ...(report.verdict === 'conformant' ? [] : [`its verdict is ${report.verdict}: ${report.reason}`]),
    ...(report.filtered ? ['a selection or a shard left something out'] : []),
    ...(report.waived === undefined ? [] : ['known failures were borne with a baseline']),
    ...(report.recordedBy === undefined ? [] : ['it was judged anew from what an earlier run recorded']),
    ...(missing.length === 0
      ? []
      : [
          `${count(missing.length, 'requirement')} that must be exercised ${missing.length === 1 ? 'was' : 'were'} not: ${names}${more}`,
        ]),
  ]
}
