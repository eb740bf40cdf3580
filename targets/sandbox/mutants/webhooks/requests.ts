import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

/** Wrong forms of a delivery: method, headers, id and time (6.headers). */
export const requestMutants: readonly Mutant[] = [
  ...(
    [
      ['policies-announced-without-an-id', 'The event of a policy has no Event-ID', 'policy.created'],
      ['proposals-announced-without-an-id', 'The event of a proposal has no Event-ID', 'quote.proposalReady'],
    ] as const
  ).map(([id, says, type]) =>
    delivering(id, says, ['delivery-event-id'], (webhooks) => ({
      headers(message, signature) {
        const { 'Event-ID': own = '', ...rest } = webhooks.headers(message, signature)
        return JSON.parse(message.body).type === type ? rest : { ...rest, 'Event-ID': own }
      },
    })),
  ),
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
