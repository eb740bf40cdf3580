import type { Report } from './report.ts'

/** The reasons for which judging was cut off, each with the ids of the requirements concerned; those of most requirements come first. */
export function cutOffs({
  requirements,
}: Report): readonly (readonly [reason: string, ids: readonly string[]])[] {
  const found = new Map<string, Set<string>>()
  for (const { id, level, cutOff: isCutOff, checks } of requirements) {
    // A record can never be a breach, so its absence leaves nothing undecided.
    if (isCutOff !== true || level === 'observe') continue
    for (const { message, cutOff } of checks)
      if (cutOff === true) found.set(message, (found.get(message) ?? new Set()).add(id))
  }
  return [...found]
    .map(([reason, ids]) => [reason, [...ids]] as const)
    .toSorted(([, one], [, other]) => other.length - one.length)
}
