import type { Spec } from '../../../../spec/spec.ts'

/** The longest time from the first attempt of an event to its last, in milliseconds: each attempt ran into its deadline (8.retry). */
export function longestMs({ delivery: { attempts, deadline } }: Spec): number {
  const delays = attempts.reduce((sum, { delayMs }) => sum + delayMs, 0)
  return delays + (attempts.length - 1) * deadline.ms
}
