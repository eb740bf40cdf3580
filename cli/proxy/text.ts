import { count, printable, type Report } from '../../reporters/index.ts'
import type { Breach, Judged } from '../../traffic/proxy/index.ts'

/** A breach as it is printed when it is found: who broke the statement, and the request or delivery that shows it. */
export function breachText({ by, requirement, clause, level, title, finding }: Breach): string {
  const { expected, observed, at, exchange, arrival, remedy } = finding
  const shown = exchange ?? arrival
  const lines = [
    `${level === 'must' ? 'BREACH' : 'WARNING'} by the ${by}: ${title} (${requirement}, ${clause})`,
    `          expected  ${expected}`,
    `          observed  ${observed}${at === undefined ? '' : ` (at ${at})`}`,
    ...(shown === undefined ? [] : [`          seen in   ${shown}`]),
    ...(remedy === undefined ? [] : [`          change    ${remedy}`]),
  ]
  return lines.map(printable).join('\n')
}

/** The last lines: the judgement of what was recorded. */
export function verdictLines(judged: Judged): readonly string[] {
  const { requests, deliveries, statements, ofStatements, broken } = judged
  const seen = `${statements} of ${ofStatements} statements, ${count(requests, 'request')}, ${deliveries} deliveries`
  const musts = broken.filter(({ level }) => level === 'must')
  const list = (some: Judged['broken']) =>
    some
      .map(({ requirement, by, times }) => `${requirement} by the ${by}${times > 1 ? ` (x ${times})` : ''}`)
      .join(', ')
  const warnings = broken.filter(({ level }) => level !== 'must')
  return [
    ...(warnings.length === 0 ? [] : [`warnings: ${list(warnings)}`]),
    musts.length === 0
      ? `no breach in what was recorded: ${seen}`
      : `broken in what was recorded: ${list(musts)}: ${seen}`,
  ].map(printable)
}

/** Counts of all that could not be judged, or was not recorded. */
export function unjudgedLines(judged: Judged): readonly string[] {
  const { unsure, unjudged, dropped, forgotten, faults, brokenOff, unread } = judged
  return [
    ...Object.entries(brokenOff).map(([by, entries]) => `broken off by the ${by}: ${entries}`),
    ...Object.entries(unjudged).map(([why, entries]) => `not judged: ${entries} entries: ${why}`),
    ...(unread === 0
      ? []
      : [`not read: a part of ${count(unread, 'connection')}, so that no kind of entries is whole`]),
    ...(unsure === 0
      ? []
      : [`not judged: ${count(unsure, 'statement')} that need all entries of a kind: see --whole`]),
    ...(forgotten === 0
      ? []
      : [`not judged together: ${forgotten} quotes or events, since more were under way than are kept`]),
    ...(dropped === 0 ? [] : [`not recorded: ${dropped} entries, since too many came at once`]),
    ...(faults === undefined
      ? []
      : [`not judged: the suite itself failed ${faults.times} times: ${faults.first}`]),
  ].map(printable)
}

/**
 * The judgement with the statements that only the whole recording shows to be broken: while it passes, a bounded part of it is kept.
 */
export function withWhole(judged: Judged, { requirements }: Report): Judged {
  const known = new Set(judged.broken.map(({ requirement }) => requirement))
  const later = requirements.flatMap(({ id, side, level, verdict, judgedBy }) => {
    const isBroken =
      (verdict === 'failed' || verdict === 'warned') && judgedBy === undefined && !known.has(id)
    return isBroken
      ? [{ requirement: id, level, by: side === 'client' ? side : ('platform' as const), times: 1 }]
      : []
  })
  return { ...judged, broken: [...judged.broken, ...later] }
}

/** Why the absence of a breach says nothing; empty where it says something. */
export function reasonsToDoubt({ requests, answered, statements, faults }: Judged): readonly string[] {
  return [
    ...(statements === 0 ? ['nothing was judged, since no request or delivery showed anything'] : []),
    ...(requests > 0 && answered === 0 ? ['the platform has answered no request'] : []),
    ...(faults === undefined ? [] : ['the suite itself failed, so that not everything was judged']),
  ].map(printable)
}
