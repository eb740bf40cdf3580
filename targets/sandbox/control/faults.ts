import type { Action } from './action.ts'
import { ControlRefusal, textOf } from './refusal.ts'

/** Lets the next `count` requests of a `method` to a `path` below the base URL meet an internal error. */
export const planFaults: Action = ({ given }, { faults }) => {
  const { count } = given
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw new ControlRefusal(400, 'count must be a whole number above zero')
  faults.plan(textOf(given, 'method'), textOf(given, 'path'), count)
  return { done: true }
}
