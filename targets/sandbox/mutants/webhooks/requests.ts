import type { Mutant } from '../mutant.ts'
import { delivering } from './rule.ts'

const withHeader =
  (name: string, value: (given: string | undefined) => string | undefined) =>
  ({ headers }: Parameters<Parameters<typeof delivering>[3]>[0]) => ({
    headers: (...message: Parameters<typeof headers>) => {
      const standard = headers(...message)
      const changed = value(standard[name])
      const { [name]: _, ...rest } = standard
      return changed === undefined ? rest : { ...rest, [name]: changed }
    },
  })

/** Wrong forms of a delivery: method, headers, id and time (6.headers). */
export const requestMutants: readonly Mutant[] = [
  delivering(
    'delivers-as-form',
    'The content type is that of a form, the default of the library',
    ['delivery-content-type'],
    withHeader('Content-Type', () => 'application/x-www-form-urlencoded'),
  ),
  delivering(
    'delivers-with-the-old-id-header',
    'The id stands in X-Event-Id, as before v1.6.0',
    ['delivery-event-id', 'signature-verifies'],
    (webhooks) => ({
      headers(message, signature) {
        const { 'Event-ID': id = '', ...rest } = webhooks.headers(message, signature)
        return { ...rest, 'X-Event-Id': id }
      },
    }),
  ),
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
    'delivers-without-timestamp',
    'The timestamp stands in the body and in no header',
    ['delivery-timestamp', 'signature-verifies'],
    withHeader('Timestamp', () => undefined),
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
    'delivers-with-the-time-of-another-zone',
    'The timestamp is local time that calls itself UTC',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({
      timestamp: (...delivery) => {
        const local = new Date(Date.parse(webhooks.timestamp(...delivery)) + 2 * 3_600_000)
        return local.toISOString()
      },
    }),
  ),
  delivering(
    'delivers-with-minutes-of-delay-in-the-time',
    'The timestamp is that of a job which runs every five minutes',
    ['delivery-timestamp-by-the-platform-clock'],
    (webhooks) => ({
      timestamp: (...delivery) =>
        new Date(Date.parse(webhooks.timestamp(...delivery)) - 4 * 60_000).toISOString(),
    }),
  ),
  delivering(
    'delivers-with-zoneless-time',
    'The timestamp is written in the basic form without a zone',
    ['delivery-timestamp-extended-form'],
    (webhooks) => ({
      timestamp: (...delivery) => webhooks.timestamp(...delivery).replace(/[-:]|Z$/g, ''),
    }),
  ),
  delivering(
    'delivers-all-under-one-id',
    'The id is that of the endpoint and not of the event',
    ['delivery-event-id-unique'],
    () => ({ eventId: ({ endpoint }) => endpoint.id }),
  ),
]
