import type { Cause, Finding } from './verdict.ts'

/** The cause of a finding: the texts that its claim gave for the cause, else the finding's own. */
export const causeOf = ({ expected, observed, at = '', cause }: Finding): Cause => ({
  expected: cause?.expected ?? expected,
  observed: cause?.observed ?? observed,
  place: cause?.place ?? at,
})

/** A key that is equal for findings of one cause, and differs for all others. */
export const causeKey = (finding: Finding): string => {
  const { expected, observed, place } = causeOf(finding)
  return JSON.stringify([expected, observed, place])
}

/**
 * Merges findings that have the same cause, place and condition. The first and the last of them stay, and the first one counts
 * those between. At most `most` findings stay; the first one counts the others, too.
 *
 * @param most how many stay at most
 */
export function folded<F extends Finding>(findings: readonly F[], most: number): readonly F[] {
  const groups = [...Map.groupBy(findings, (one) => `${causeKey(one)} ${one.at} ${one.under}`).values()]
  const kept = groups.flatMap((group): readonly F[] => {
    const [first, ...rest] = group
    const last = rest.at(-1)
    if (first === undefined || last === undefined) return group
    return group.length === 2 ? group : [{ ...first, times: timesOf(group) - timesOf([last]) }, last]
  })
  const [head] = kept
  if (head === undefined || kept.length <= most) return kept
  const [left, last] = [kept.slice(most - 1, -1), kept.slice(-1)]
  return [{ ...head, times: (head.times ?? 1) + timesOf(left) }, ...kept.slice(1, most - 1), ...last]
}

/** The number of findings that the given ones stand for: one may count for several (`times`). */
export const timesOf = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { times = 1 }) => sum + times, 0)
