import type { LeftOutBy } from '../conformance/events.ts'
import type { Outlook } from '../conformance/outlook.ts'
import type { Plan } from './plan.ts'

const BY_USER: readonly (LeftOutBy | undefined)[] = ['selection', 'shard']

/** Says what a run of a plan would drive, and which requirements it could not exercise. Sends nothing. */
export function outlookOf<C, S>({ scenarios, standing, requirements }: Plan<C, S>): Outlook {
  const driven = scenarios.filter(({ unmet }) => unmet === undefined)
  // In the order in which a report looks for the reason.
  const lacking = scenarios
    .filter(({ unmet }) => unmet !== undefined)
    .toSorted((one, other) => (one.scenario.id < other.scenario.id ? -1 : 1))
  const claimed = driven.flatMap(({ claims }) => claims)
  const judged = new Set(
    [...claimed, ...(driven.length > 0 ? standing : [])].map(({ requirement }) => requirement),
  )
  const lackOf = (ids: readonly string[]) =>
    lacking.find(({ claims }) => claims.some(({ requirement }) => ids.includes(requirement)))?.unmet
  return {
    scenarios: driven.map(({ scenario: { id, title } }) => ({ id, title })),
    lacking: lacking.length,
    unexercised: requirements
      .filter(({ leftOutBy }) => !BY_USER.includes(leftOutBy))
      .flatMap(({ id, reason, judgedBy }) => {
        if (reason !== undefined) return [{ id, why: reason }]
        const by = judgedBy ?? [id]
        if (by.some((one) => judged.has(one))) return []
        const lack = lackOf(by) ?? { why: 'no scenario that would be driven shows it' }
        return [{ id, ...lack, ...(judgedBy && { judgedBy }) }]
      }),
  }
}
