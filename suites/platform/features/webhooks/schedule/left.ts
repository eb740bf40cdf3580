import type { Claim } from '../../../../../conformance/scenario.ts'
import { CannotTell, cutOff, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'

/** Why a member of a trace was left out. */
export interface Left {
  readonly left: Verdict
}

/** Waits for a member of a trace; a target that cannot show it leaves it out. */
export async function unlessLeft<T>(trace: Promise<T>): Promise<T | Left> {
  try {
    return await trace
  } catch (error) {
    if (error instanceof CannotTell) return { left: error.verdict }
    throw error
  }
}

/** Turns a claim about a member of a trace into a claim about the whole trace. */
export function claimWithin<Whole, T extends object>(
  memberOf: (trace: Whole) => T | Left | undefined,
  { requirement, name, judge }: Claim<T, Spec>,
): Claim<Whole, Spec> {
  return claim(
    requirement,
    (trace: Whole, facts) => {
      const own = memberOf(trace)
      if (own === undefined) return cutOff('it was not driven')
      return 'left' in own ? own.left : judge(own, facts)
    },
    name,
  )
}
