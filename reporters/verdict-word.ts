import { extentText } from './extent.ts'
import type { Report } from './report.ts'

/**
 * The verdict for people. A shard without scenarios has judged nothing, so it is not called conformant. Where something was not
 * exercised, "conformant" says of how much.
 */
export function verdictWord({
  verdict,
  emptyShard,
  judged,
  recorded,
}: Pick<Report, 'verdict' | 'emptyShard' | 'judged' | 'recorded'>): string {
  if (recorded) return verdict === 'non-conformant' ? 'broken in what was recorded' : 'recorded'
  if (emptyShard === true) return 'nothing to judge'
  const extent = extentText(judged)
  return verdict === 'conformant' && extent !== undefined
    ? `conformant in what was judged: ${extent}`
    : verdict
}
