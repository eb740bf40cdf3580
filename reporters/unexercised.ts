import { cutOffs } from './cut-off.ts'
import { type Lacking, missingKeyLines } from './missing-keys.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import type { Style } from './style.ts'

/** The parts of a requirement that the list shows. */
export type Listed = Pick<ReportedRequirement, 'id' | 'verdict' | 'reason' | 'key' | 'judgedBy'>

/** The length of the list: most names of a group, and most groups. */
const SHORT = { names: 4, groups: 15 }
export const WHOLE = { names: Number.POSITIVE_INFINITY, groups: Number.POSITIVE_INFINITY }

/** Lists what was cut off, grouped by reason: it makes a run incomplete. */
export function cutOffLines(report: Report, style: Style): string[] {
  const found = cutOffs(report)
  const ids = new Set(found.flatMap(([, own]) => own))
  return ids.size === 0
    ? []
    : ['', style('bold', `cut off: ${count(ids.size, 'requirement')}`), ...lines(found)]
}

/** Lists requirements that were not exercised, grouped by reason. In the short list the keys of the profile are a table at its end. */
export function unexercisedLines(
  { requirements }: { readonly requirements: readonly Listed[] },
  style: Style,
  most = SHORT,
): string[] {
  const missing = requirements.filter(({ verdict }) => verdict === 'not-exercised')
  if (missing.length === 0) return []
  const keyed = missing.filter(({ key }) => key !== undefined)
  const others = missing.filter(({ key }) => key === undefined)
  return [
    '',
    style('bold', `not exercised: ${count(missing.length, 'requirement')}`),
    ...(most === WHOLE ? groups(keyed, most) : []),
    ...groups(others, most),
    ...(most === WHOLE
      ? []
      : missingKeyLines(keyed.flatMap(lackingOf), style, { most: most.groups, counted: 'at the first' })),
  ]
}

/** Lists the keys that would add checks to requirements that were judged: without them a defect of some circumstance may be missed. */
export function furtherCheckLines(
  { requirements }: { readonly requirements: readonly Pick<ReportedRequirement, 'verdict' | 'checks'>[] },
  style: Style,
): readonly string[] {
  const lacking = requirements
    .filter(({ verdict }) => verdict !== 'not-exercised')
    .flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'not-exercised'))
    .flatMap(({ message }): readonly Lacking[] => {
      const { key, why } = WITH_KEY.exec(message)?.groups ?? {}
      return key === undefined || why === undefined ? [] : [{ key, why }]
    })
  return missingKeyLines(lacking, style, { most: SHORT.groups, counted: 'checks' })
}

/** A reason, and the key of the profile behind it. */
const WITH_KEY = /^(?<why>.*) \(profile key (?<key>[^)]+)\)$/s

/** The reason without the key, which stands beside it. */
function lackingOf({ key, reason }: Listed): readonly Lacking[] {
  return key === undefined ? [] : [{ key, why: WITH_KEY.exec(reason)?.groups?.why ?? reason }]
}

function groups(members: readonly Listed[], most: typeof SHORT): readonly string[] {
  const found = [...Map.groupBy(members, groupOf)].toSorted(([, one], [, other]) => other.length - one.length)
  return lines(
    found.map(([name, group]) => [name, group.map(({ id }) => id)]),
    most,
  )
}

function lines(
  found: readonly (readonly [name: string, ids: readonly string[]])[],
  most = SHORT,
): readonly string[] {
  const rest = found.slice(most.groups).reduce((sum, [, group]) => sum + group.length, 0)
  return [
    ...found.slice(0, most.groups).map(([name, group]) => {
      const ids = group.slice(0, most.names)
      const more = group.length > most.names ? `, and ${group.length - most.names} more` : ''
      return `  ${printable(shorten(name, 200))}: ${ids.join(', ')}${more}`
    }),
    ...(rest > 0 ? [`  and ${rest} more with other reasons, see report.json`] : []),
  ]
}

/** The key of a group: the reason without its scenario. Those that are judged by others share one group, since their reasons all differ. */
const groupOf = ({ reason, judgedBy }: Listed): string =>
  judgedBy === undefined
    ? reason.replace(AT_A_SCENARIO, '')
    : 'judged by requirements that were not exercised'

/** The scenario at the end of a reason: one reason of twenty scenarios is one line. */
const AT_A_SCENARIO = / \([a-z0-9-]+\/[a-z0-9-]+\)$/
