import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import type { Style } from './style.ts'

const MOST_NAMES = 4
const MOST_GROUPS = 15

/** Lists requirements that were not exercised, grouped by reason. Reasons with a profile key come first. */
export function unexercisedLines({ requirements }: Report, style: Style): string[] {
  const missing = requirements.filter(({ verdict }) => verdict === 'not-exercised')
  if (missing.length === 0) return []
  const keyed = missing.filter(({ key }) => key !== undefined)
  const others = missing.filter(({ key }) => key === undefined)
  return [
    '',
    style('bold', `not exercised: ${count(missing.length, 'requirement')}`),
    ...groups(keyed),
    ...groups(others),
  ]
}

function groups(members: readonly ReportedRequirement[]): readonly string[] {
  const found = [...Map.groupBy(members, groupOf)].toSorted(([, one], [, other]) => other.length - one.length)
  const rest = found.slice(MOST_GROUPS).reduce((sum, [, group]) => sum + group.length, 0)
  return [
    ...found.slice(0, MOST_GROUPS).map(([name, group]) => {
      const ids = group.slice(0, MOST_NAMES).map(({ id }) => id)
      const more = group.length > MOST_NAMES ? `, and ${group.length - MOST_NAMES} more` : ''
      return `  ${printable(shorten(name, 200))}: ${ids.join(', ')}${more}`
    }),
    ...(rest > 0 ? [`  and ${rest} more with other reasons, see report.json`] : []),
  ]
}

/** The key of a group. Requirements that are judged by others share one group, since their reasons all differ. */
const groupOf = ({ reason, judgedBy }: ReportedRequirement): string =>
  judgedBy === undefined ? reason : 'judged by requirements that were not exercised'
