import type { Claim } from '../../../../../conformance/scenario.ts'
import { cutOff, type Left } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'

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
