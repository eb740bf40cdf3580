import { countOf, verdictWord, type Written } from './summary.ts'

/** A comparison as JSON, for programs. */
export function changesJson({ old, now, changes, weighed }: Written): string {
  const allowances = new Map(weighed.allowed)
  const value = {
    old,
    new: now,
    verdict: verdictWord(weighed),
    summary: { ...countOf(changes), allowed: weighed.allowed.length },
    changes: changes.map((change) => {
      const allowed = allowances.get(change)
      return {
        ...change,
        ...(allowed === undefined ? {} : { allowed: { reason: allowed.reason, expires: allowed.expires } }),
      }
    }),
    expiredAllowances: weighed.expired,
    unusedAllowances: weighed.unused,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
