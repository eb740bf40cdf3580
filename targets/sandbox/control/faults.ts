import { Refusal, textOf } from '../office/refusal.ts'
import type { Action } from './action.ts'

/** Makes the next `count` requests of a `method` to a `path` below the base URL fail with an internal error. */
export const planFaults: Action = (given, { faults }) => {
  const { count } = given
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw new Refusal('invalid', 'count must be a whole number above zero')
  faults.plan(textOf(given, 'method'), textOf(given, 'path'), count)
  return { done: true }
}
