import { ACTION_OPERATORS } from './actions.ts'
import { ATTEMPT_OPERATORS } from './attempts.ts'
import { ENDPOINT_OPERATORS } from './endpoints.ts'
import { MESSAGE_OPERATORS } from './messages.ts'

/** All that can go wrong with a delivery. */
export const DELIVERY_OPERATORS = [
  ...ATTEMPT_OPERATORS,
  ...MESSAGE_OPERATORS,
  ...ENDPOINT_OPERATORS,
  ...ACTION_OPERATORS,
]
