import type { Change } from '../change.ts'
import { grouped, TITLES, verdictOf, type WriterInput, whom } from './summary.ts'

/** A comparison for a terminal. */
export function changesText(written: WriterInput): string {
  const { old, now, changes, weighed } = written
  const allowance = (change: Change) => weighed.allowed.find(([known]) => known === change)?.[1]
  const lines = (change: Change): readonly string[] => {
    const allowed = allowance(change)
    return [
      `  ${change.kind}  ${change.at}`,
      `    ${change.reason}`,
      ...(change.within.length > 0 ? [`    ${whom(change)}: ${someOf(change.within)}`] : []),
      ...(allowed === undefined ? [] : [`    allowed until ${allowed.expires}: ${allowed.reason}`]),
    ]
  }
  return [
    `${old.name} (${old.version}) -> ${now.name} (${now.version})`,
    ...grouped(changes).flatMap(([effect, members]) => [
      '',
      `${TITLES[effect]}: ${members.length}`,
      ...members.flatMap(lines),
    ]),
    '',
    ...weighed.expired.map(({ at, expires }) => `allowance of ${at} expired on ${expires}`),
    ...weighed.unused.map(({ at }) => `allowance of ${at} fits no breaking change`),
    verdictOf(written),
    '',
  ].join('\n')
}

const MOST_SHOWN = 4

export const someOf = (within: readonly string[]): string =>
  within.length > MOST_SHOWN
    ? `${within.slice(0, MOST_SHOWN).join('; ')} and ${within.length - MOST_SHOWN} more`
    : within.join('; ')
