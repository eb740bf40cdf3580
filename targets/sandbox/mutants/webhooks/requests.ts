import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Wrong forms of a delivery: method, headers, id and time (6.headers). */
export const requestMutants: readonly Mutant[] = [
  delivering(
    'delivers-with-unix-time',
    'The timestamp is in seconds since the epoch',
    ['delivery-timestamp'],
    (webhooks) => ({
      timestamp: (...delivery) => String(Math.floor(Date.parse(webhooks.timestamp(...delivery)) / 1000)),
    }),
  ),
  delivering(
    'delivers-all-under-one-id',
    'The id is that of the endpoint and not of the event',
    ['delivery-event-id-unique'],
    () => ({ eventId: ({ endpoint }) => endpoint.id }),
  ),
]
