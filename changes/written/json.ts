import { countByEffect, type WriterInput, worstEffect } from './summary.ts'

/** A comparison as JSON, for programs. */
export function changesJson({ old, now, changes, weighed }: WriterInput): string {
  const allowances = new Map(weighed.allowed)
  const value = {
    old,
    new: now,
    verdict: worstEffect(weighed),
    summary: { ...countByEffect(changes), allowed: weighed.allowed.length },
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
