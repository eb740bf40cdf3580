import type { Cause, Finding } from './verdict.ts'

/** The cause of a finding: its own words, and in their place what its claim gave as parts of the cause. */
export const causeOf = ({ expected, observed, at = '', cause }: Finding): Cause => ({
  expected: cause?.expected ?? expected,
  observed: cause?.observed ?? observed,
  place: cause?.place ?? at,
})

/** A text that is equal for findings of one cause, and for no others. */
export const causeKey = (finding: Finding): string => {
  const { expected, observed, place } = causeOf(finding)
  return JSON.stringify([expected, observed, place])
}

/**
 * Folds findings of one check that say the same of the same place. The first and the last stay, and the first one counts those
 * between. Findings that differ all stay, up to a bound.
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

/** How many findings several findings stand for. */
export const timesOf = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { times = 1 }) => sum + times, 0)
