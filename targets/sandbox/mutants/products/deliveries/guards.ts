import type { Attempt, EventDelivery } from '../../../deliveries/log.ts'
import { WITHOUT_ANSWER } from '../../../deliveries/post.ts'
import type { EmittedEventType } from '../../../events/table.ts'
import { isFirstPartner } from '../../../office/first-partner.ts'
import type { Platform } from '../../../platform.ts'
import { isAscii } from '../../course.ts'
import type { Guard } from '../product.ts'
import type { EndpointHistory } from './history.ts'

type Holds = (history: EndpointHistory, delivery: EventDelivery, platform: Platform) => boolean

const row = (id: string, words: string, holds: Holds): Guard<EventDelivery, EndpointHistory> => ({
  id,
  words,
  holds,
})

const ofType =
  (type: EmittedEventType): Holds =>
  (_, { event }) =>
    event.type === type

/** An attempt of the delivery ended in a certain way. */
const ended = (id: string, words: string, isMeant: (attempt: Attempt) => boolean) =>
  row(id, words, (_, { attempts }) =>
    attempts.some((attempt) => attempt.endedAt !== undefined && isMeant(attempt)),
  )

const within =
  (least: number, most: number) =>
  ({ status = 0 }: Attempt): boolean =>
    status >= least && status <= most

/** The other deliveries to the same endpoint. */
const others = ({ endpoint, event }: EventDelivery, { deliveries }: Platform): readonly EventDelivery[] =>
  deliveries.of(endpoint).filter((one) => one.event !== event)

/** Another delivery to the same endpoint is in a certain state. */
const beside = (id: string, words: string, isMeant: (other: EventDelivery) => boolean) =>
  row(id, words, (_, ...delivery) => others(...delivery).some(isMeant))

const HOUR_MS = 3_600_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Actions with an endpoint after the event of a delivery. */
const PAST = [
  ['a-rotation', 'its secret was rotated', 'rotated'],
  ['enabling', 'its endpoint was enabled', 'enabled'],
  ['reopening', 'its endpoint was enabled again', 'reopened'],
  ['another-rotation', 'the secret of another endpoint was rotated', 'another rotated'],
  ['another-removal', 'another endpoint was deleted', 'another removed'],
] as const

/** One line a circumstance: of the event, of its endpoint, of earlier attempts, of other deliveries, and of the time. */
export const DELIVERY_GUARDS: readonly Guard<EventDelivery, EndpointHistory>[] = [
  row('ratings', 'of a rating', ofType('quote.created')),
  row('proposals', 'of a proposal', ofType('quote.proposalReady')),
  row('policies', 'of a policy', ofType('policy.created')),
  row('brokers', 'of a broker', ofType('broker.added')),
  row('high-risk', 'of a quote with high risk', (_, { event }, { quotes }) => {
    const { quoteId } = event.body.data as { readonly quoteId?: string }
    return quotes.get(String(quoteId))?.submission.question_highrisk === true
  }),
  row('beyond-ascii', 'with letters beyond ASCII', (_, { event }) => !isAscii(JSON.stringify(event.body))),
  row(
    'other-partner',
    'to another partner than the first',
    (_, { endpoint }, platform) => !isFirstPartner(endpoint.partnerId, platform),
  ),
  row('without-a-quote', 'that is about no quote', (_, { event }) => !event.type.startsWith('quote.')),
  row('older-quote', 'of a quote that is older than its endpoint', ({ olderQuotes }, { event }) => {
    const { quoteId, policyId } = event.body.data as { readonly quoteId?: string; readonly policyId?: string }
    return [...olderQuotes].some(
      ({ id, policyId: own }) => id === quoteId || (own !== undefined && own === policyId),
    )
  }),
  row('one-type', 'to an endpoint of one type', (_, { endpoint }) => endpoint.events.length === 1),
  row('all-types', 'to an endpoint of all types', (_, { endpoint }) => endpoint.events.length === 4),
  row('without-quotes', 'to an endpoint without the events of quotes', (_, { endpoint }) =>
    endpoint.events.every((type) => !type.startsWith('quote.')),
  ),
  row(
    'later-type',
    'of another type than the first of its endpoint',
    (_, { endpoint, event }) => endpoint.events[0] !== event.type,
  ),
  row(
    'fourth-type',
    'of the fourth type of its endpoint',
    (_, { endpoint, event }) => endpoint.events.indexOf(event.type) > 2,
  ),
  row('third-endpoint', 'to a third endpoint', ({ place }) => place > 2),
  row('tenth-endpoint', 'to a tenth endpoint', ({ place }) => place > 9),
  row('shared-address', 'to an address of two endpoints', (_, { endpoint }, { endpoints }) =>
    [...endpoints.values()].some((one) => one !== endpoint && one.url === endpoint.url),
  ),
  ...(
    [
      ['beside-a-disabled', 'beside a disabled endpoint of its partner', 'partnerId'],
      ['at-a-disabled-address', 'beside a disabled endpoint at its address', 'url'],
      ['beside-any-disabled', 'beside a disabled endpoint', undefined],
    ] as const
  ).map(([id, words, key]) =>
    row(id, words, (_, { endpoint }, { endpoints }) =>
      [...endpoints.values()].some(
        (one) => one.status === 'disabled' && (key === undefined || one[key] === endpoint[key]),
      ),
    ),
  ),
  ...(['enabled', 'disabled'] as const).map((status) =>
    row(
      `${status}-endpoint`,
      `to an endpoint that is ${status}`,
      (_, { endpoint }) => endpoint.status === status,
    ),
  ),
  ...PAST.map(([id, words, action]) =>
    row(
      `before-${id}`,
      `from before ${words}`,
      ({ lastly }, { event }) => event.at <= (lastly[action] ?? -1),
    ),
  ),
  row(
    'since-reopening',
    'from after its endpoint was enabled again',
    ({ lastly }, { event }) => event.at > (lastly.reopened ?? event.at),
  ),
  row('rotated', 'to an endpoint with a second secret', (_, { endpoint }) => endpoint.previous !== undefined),
  row('enabled-again', 'to an endpoint that was enabled again', ({ enabledAgain }) => enabledAgain > 0),
  row('enabled-twice', 'to an endpoint that was enabled again twice', ({ enabledAgain }) => enabledAgain > 1),
  row('rotated-twice', 'to an endpoint with a third secret', ({ rotations }) => rotations > 1),
  row('rotated-thrice', 'to an endpoint with a fourth secret', ({ rotations }) => rotations === 3),
  row('after-a-deletion', 'to an endpoint after a deleted one', ({ afterADeletion }) => afterADeletion),
  row(
    'older-endpoint',
    'to an endpoint that is an hour old',
    ({ since }, _, { clock }) => clock.now() - since > HOUR_MS,
  ),
  ended('after-a-500', 'that was answered with 5xx', within(500, 599)),
  ended('after-a-400', 'that was answered with 4xx', within(400, 499)),
  ...[204, 410, 501, 503].map((status) =>
    ended(`after-a-${status}`, `that was answered with ${status}`, within(status, status)),
  ),
  ended('after-a-redirect', 'that was redirected', within(300, 399)),
  ended('after-a-deadline', 'that was not answered in time', ({ failure }) => failure === 'deadline'),
  ended('after-a-reset', 'whose connection broke', ({ failure = 'deadline' }) => failure !== 'deadline'),
  ended('after-a-refusal', 'where nobody listened', ({ failure }) => failure === 'ECONNREFUSED'),
  ended('after-a-close', 'whose connection was closed', ({ failure }) => failure === WITHOUT_ANSWER),
  ended('after-a-cut', 'that was cut off', ({ failure }) => failure === 'ECONNRESET'),
  row('begun', 'that was tried before', (_, { attempts }) => attempts.length > 0),
  row('repeated', 'that is repeated', (_, { attempts }) => attempts.length > 1),
  row('second-attempt', 'at its second attempt', (_, { attempts }) => attempts.length === 2),
  row('third-attempt', 'after two attempts', (_, { attempts }) => attempts.length > 2),
  row('sixth-attempt', 'after five attempts', (_, { attempts }) => attempts.length > 5),
  row('eighth-attempt', 'after seven attempts', (_, { attempts }) => attempts.length > 7),
  row(
    'unanswered',
    'whose last attempt had no answer',
    (_, { attempts }) => attempts.at(-1)?.status === undefined,
  ),
  row('answered-late', 'whose last attempt took more than six seconds', (_, { attempts }) => {
    const { startedAt = 0, endedAt = startedAt } = attempts.at(-1) ?? {}
    return endedAt - startedAt > 6000
  }),
  row('after-an-idle-hour', 'to an endpoint without attempts for an hour', (_, delivery, platform) => {
    const last = others(delivery, platform)
      .flatMap(({ attempts }) => attempts)
      .at(-1)
    return last !== undefined && platform.clock.now() - last.startedAt > HOUR_MS
  }),
  row('beside-two-attempts', 'beside two attempts', (_, delivery, platform) => {
    const isUnderWay = ({ attempts }: EventDelivery) =>
      attempts.length > 0 && attempts.at(-1)?.endedAt === undefined
    return others(delivery, platform).filter(isUnderWay).length > 1
  }),
  beside(
    'beside-an-attempt',
    'beside an attempt',
    (one) => one.state === 'pending' && one.nextAt === undefined,
  ),
  beside(
    'beside-a-repeat',
    'beside another one that is repeated',
    ({ state, attempts }) => state === 'pending' && attempts.length > 0,
  ),
  beside('beside-another', 'beside another one that waits', ({ state }) => state === 'pending'),
  beside('after-a-success', 'after another one that arrived', ({ state }) => state === 'delivered'),
  beside('after-a-failure', 'after another one that failed for good', ({ state }) => state === 'failed'),
  row(
    'next-day',
    'on another day than its event',
    (_, { event }, { clock }) => dayOf(event.at) !== dayOf(clock.now()),
  ),
  row('counted-failures', 'to an endpoint with failures', (_, { endpoint }) => endpoint.failures.length > 0),
]
