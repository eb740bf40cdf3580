import type { LeftOutBy } from '../events.ts'
import type { Need } from '../need.ts'
import type { Outlook } from '../outlook.ts'
import type { Target } from '../ports/target.ts'
import type { Plan } from './plan.ts'

const BY_USER: readonly (LeftOutBy | undefined)[] = ['selection', 'shard']

/** Says what a run of a plan would drive, and which requirements it could not exercise. Sends nothing. */
export function outlookOf<C, S>(
  { scenarios, standing, requirements }: Plan<C, S>,
  { lacks }: Pick<Target<unknown>, 'lacks'>,
): Outlook {
  const driven = scenarios.filter(({ unmet }) => unmet === undefined)
  const firstLack = (needs: readonly Need[] = []) => needs.flatMap((need) => lacks(need) ?? [])[0]
  // In the order in which a report looks for the reason.
  const inOrder = scenarios.toSorted((one, other) => (one.scenario.id < other.scenario.id ? -1 : 1))
  const claims = [
    ...inOrder.flatMap((planned) =>
      planned.claims.map(({ requirement, needs }) => ({
        requirement,
        lack: planned.unmet ?? firstLack(needs),
      })),
    ),
    ...(driven.length === 0 ? [] : standing).map(({ requirement, needs, shownIn, onlyThere }) => {
      const there = onlyThere ? inOrder.filter(({ scenario }) => shownIn?.includes(scenario.id)) : []
      const isShown = there.length === 0 || there.some(({ unmet }) => unmet === undefined)
      return { requirement, lack: firstLack(needs) ?? (isShown ? undefined : there[0]?.unmet) }
    }),
  ]
  const judged = new Set(claims.filter(({ lack }) => lack === undefined).map((one) => one.requirement))
  const lackOf = (ids: readonly string[]) => claims.find(({ requirement }) => ids.includes(requirement))?.lack
  const wanted = requirements.filter(({ leftOutBy }) => !BY_USER.includes(leftOutBy))
  const unexercised = wanted.flatMap(({ id, reason, judgedBy }) => {
    if (reason !== undefined) return [{ id, why: reason }]
    const by = judgedBy ?? [id]
    if (by.some((one) => judged.has(one))) return []
    const lack = lackOf(by) ?? { why: 'no scenario that would be driven shows it' }
    return [{ id, ...lack, ...(judgedBy && { judgedBy }) }]
  })
  // The same that a report counts, after the run (`extent.ts`).
  const inForce = wanted.filter(({ leftOutBy }) => leftOutBy !== 'version')
  const left = new Set(unexercised.map(({ id }) => id))
  return {
    scenarios: driven.map(({ scenario: { id, title } }) => ({ id, title })),
    lacking: scenarios.length - driven.length,
    judgeable: { count: inForce.filter(({ id }) => !left.has(id)).length, of: inForce.length },
    unexercised,
  }
}
