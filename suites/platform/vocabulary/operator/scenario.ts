import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import type { Claim, Facts } from '../../../../conformance/scenario.ts'
import {
  cannotTell,
  cutOff,
  type Left,
  leftIn,
  observed,
  type Verdict,
  whyLeft,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import { type Office, officeOn } from './office.ts'
import { type OthersAfter, othersAsBefore } from './others-after.ts'

/** Trace of a back office scenario. */
export interface OfficeTrace<T> {
  readonly seen?: T
  /** Why there is no `seen`, since the setup failed, or why it may not show all that the scenario is driven for. */
  readonly left?: Verdict
  /** Descriptions of the things that the scenario created and that remain. */
  readonly remains: readonly string[]
  /** The accounts of the profile before all actions, and after each of them. */
  readonly others: readonly OthersAfter[]
}

/** Makes a scenario that finally takes what it created out of use, even after a failure, and records what remains. */
export function officeScenario<T>(definition: {
  readonly id: string
  readonly title: string
  readonly needs: readonly PlatformNeed[]
  readonly exclusive?: boolean
  readonly shows?: readonly string[]
  drive(context: PlatformContext, office: Office): Promise<T>
  readonly claims?: readonly Claim<OfficeTrace<T>, Spec>[]
}): PlatformScenario {
  const { drive, claims = [], ...rest } = definition
  return scenario<OfficeTrace<T>>({
    ...rest,
    async drive(context) {
      const office = officeOn(context)
      const result = await drive(context, office).then(
        (seen) => ({ seen, ...withLeft(leftIn(seen)) }),
        (error: unknown) => ({ ...whyLeft(error), error }),
      )
      const remains = await office.leavings.end()
      const others = office.others()
      // A lack of the profile is also the reason of the requirements that statements judge. What was seen before it is judged all the same.
      const isNothing = remains.length === 0 && othersAsBefore(others).kind !== 'failed'
      if ('error' in result && isLack(result.left) && isNothing) throw result.error
      const seen = 'error' in result ? { left: result.left } : result
      return { ...seen, remains, others }
    },
    claims: [
      ...claims,
      claim('other-accounts-stay-as-they-are', ({ others }) => othersAsBefore(others)),
      claim('observe-what-the-run-leaves', ({ remains }) => whatStays(remains)),
    ],
  })
}

const withLeft = (left: Verdict | undefined): Partial<Left> => (left === undefined ? {} : { left })

const isLack = (verdict: Verdict): boolean => verdict.kind === 'cannot-tell' && verdict.key !== undefined

/** Observes what a run leaves in a back office. */
export const whatStays = (remains: readonly string[]): Verdict =>
  remains.length === 0
    ? cannotTell('nothing was made that stays')
    : observed(`named "Conformance ...": ${remains.join('; ')}`)

/** Makes a claim that judges one requirement by the trace of a back office scenario. */
export function officeClaim<T>(
  requirement: string,
  judge: (seen: T, trace: OfficeTrace<T>, facts: Facts<Spec>) => Verdict,
  name?: string,
): Claim<OfficeTrace<T>, Spec> {
  return claim(
    requirement,
    (trace: OfficeTrace<T>, facts) =>
      trace.seen === undefined ? (trace.left ?? cutOff('nothing was seen')) : judge(trace.seen, trace, facts),
    name,
  )
}
