import { onceFor } from '../../../../conformance/once.ts'
import { isOverUsed } from '../judge/used-connection.ts'
import { type Circumstance, when } from './circumstance.ts'
import { earlier, idOf, type SentDelivery, wasTaken } from './sent.ts'

/** Longer than a receiver takes that is at work on nothing else. */
const SLOW_MS = 1000
/** Longer than most connections are kept open without use. */
const QUIET_MS = 5000

const begins = ({ exchange }: SentDelivery) => exchange.startedAt
const ends = ({ exchange }: SentDelivery) => exchange.startedAt + exchange.elapsedMs

/** Deliveries that begin within such a time arrive in any order. */
const AT_ONCE_MS = 5

/** Pairs of right deliveries of which the second came before the first was answered. */
const overlaps = onceFor((all: readonly SentDelivery[]) =>
  all.filter(wasTaken).flatMap((first, place, taken) => {
    const next = taken.slice(place + 1)
    const end = next.findIndex((one) => begins(one) >= ends(first))
    return next.slice(0, end < 0 ? next.length : end).flatMap((second) => {
      const pair = { first, second }
      const isAtOnce = begins(second) - begins(first) <= AT_ONCE_MS
      return isAtOnce ? [pair, { first: second, second: first }] : [pair]
    })
  }),
)

/** Fewer deliveries than a small memory of ids holds. */
const MANY = 100

const isSame = (one: SentDelivery, other: SentDelivery) => idOf(one) === idOf(other)

const before = (sent: SentDelivery): SentDelivery | undefined =>
  earlier(sent).findLast(({ secret }) => secret !== undefined)
const leftBefore = (framing: string) => (sent: SentDelivery) =>
  earlier(sent).some(({ exchange }) => exchange.request.framing === framing)

const KEEP_APART =
  'Keep what belongs to one delivery apart from the others: two that overlap must not share a variable'
const VERIFY_FIRST = 'Verify the signature before you look up the Event-ID, and before you note it as known'
const STORE_FIRST =
  'Note an Event-ID as known only together with its processing: the sender may be gone before your answer'

const KNOWN = { remedies: { forgeries: VERIFY_FIRST } } as const

/** The deliveries before a delivery and beside it. */
export const COURSE: readonly Circumstance[] = [
  when('after an attempt that broke off in its body', leftBefore('broken-off')),
  when('after an attempt whose sender left before the answer', leftBefore('hung-up'), {
    remedies: { events: STORE_FIRST },
  }),
  when('signed with another secret than the attempt before', (sent) => {
    const last = before(sent)
    return sent.secret !== undefined && last !== undefined && last.secret !== sent.secret
  }),
  when('signed with the previous secret', ({ secret }) => secret === 'previous'),
  when(
    'signed with the new secret',
    ({ secret, all }) => secret === 'own' && all.some((one) => one.secret === 'previous'),
  ),
  when('under a known Event-ID after more than a hundred other deliveries', (sent) => {
    const last = earlier(sent).findLast(wasTaken)
    return last !== undefined && sent.place - last.place > MANY
  }),
  when(
    'under a known Event-ID with another Timestamp',
    (sent) => earlier(sent).some((one) => wasTaken(one) && one.timestamps[0] !== sent.timestamps[0]),
    KNOWN,
  ),
  when(
    'under a known Event-ID with its body written otherwise',
    (sent) => earlier(sent).some((one) => wasTaken(one) && one.body !== sent.body),
    KNOWN,
  ),
  when('under a known Event-ID', (sent) => earlier(sent).some(wasTaken), KNOWN),
  when(
    'after a forgery under its Event-ID',
    (sent) => earlier(sent).some(({ secret }) => secret === undefined),
    { remedies: { forgeries: VERIFY_FIRST, events: VERIFY_FIRST, deliveries: VERIFY_FIRST } },
  ),
  when('after an attempt that was refused', (sent) =>
    earlier(sent).some(
      (one) => one.secret !== undefined && one.exchange.answer !== undefined && !wasTaken(one),
    ),
  ),
  when(
    'still in work when another event came',
    (sent) => overlaps(sent.all).some(({ first, second }) => first === sent && !isSame(first, second)),
    { isChance: true, remedies: { events: KEEP_APART, deliveries: KEEP_APART } },
  ),
  when(
    'that came while another event was in work',
    (sent) => overlaps(sent.all).some(({ first, second }) => second === sent && !isSame(first, second)),
    { isChance: true, remedies: { events: KEEP_APART, deliveries: KEEP_APART } },
  ),
  when(
    'of which a copy came at the same time',
    (sent) =>
      overlaps(sent.all).some(
        ({ first, second }) => (first === sent || second === sent) && isSame(first, second),
      ),
    { isChance: true },
  ),
  when('answered after more than a second', ({ exchange }) => exchange.elapsedMs > SLOW_MS),
  when('after five seconds without a delivery', (sent) => {
    const last = sent.all[sent.place - 1]
    return last !== undefined && begins(sent) - ends(last) >= QUIET_MS
  }),
  when('over a connection that was used before', ({ exchange }) => isOverUsed(exchange)),
]
