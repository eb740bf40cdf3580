import type { Claim } from '../../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, passed, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim } from '../../../vocabulary/context.ts'
import { at, show } from '../../../vocabulary/judge/json.ts'
import { allowed, decide, shown } from '../../../vocabulary/time/decide.ts'
import { whatStays } from '../../office/scenario.ts'
import { breach, ofAnotherPartner } from '../breach.ts'
import { deliveriesTogether } from '../deliveries-together.ts'
import { eachDelivery } from '../delivery.ts'
import { about, eventIn, SEE } from '../event.ts'
import { proposalOrder } from '../events.ts'
import { verifies } from '../non-ascii.ts'
import { eventTimes, statedLateness } from '../schedule/retries/lateness.ts'
import type { Course } from './course.ts'
import { type ConditionsTrace, type Judged, underEach } from './judged.ts'

/** Claims about events under every condition (3.transitions, 6, R16, R24, R28). */
export function conditionClaims(spec: Spec): readonly Claim<ConditionsTrace, Spec>[] {
  const own = (requirement: string, judge: (one: Judged) => Verdict) => underEach(claim(requirement, judge))
  return [
    underEach(
      claim(
        'retry-attempt-1',
        (one) => eachOf(one, isHeldPending, (course) => atOnce(one, course)),
        'of what was held',
      ),
    ),
    own('observe-proposal-ready-of-reviewed-quotes', (one) =>
      one.condition.review === undefined
        ? cannotTell('its quotes need no review')
        : eachOf(one, isReady, ({ quote }) => proposalOrder({ quote, arrivals: one.arrivals })),
    ),
    own('signature-covers-non-ascii', ({ condition, arrivals }) =>
      condition.form === 'beyond-ascii' ? verifies({ arrivals }) : cannotTell('the names are ASCII'),
    ),
    claim('observe-what-the-run-leaves', ({ remains = [] }) => whatStays(remains)),
    own('payload-partner-id-of-the-client', ownPartner),
    underEach(claim('events-go-to-their-partner', keptFromOthers), 'other'),
    ...eachDelivery<Judged>(spec, ({ arrivals }) => arrivals)
      .filter(({ requirement }) => isAboutQuotes(requirement, spec))
      .map((one) => underEach(one)),
    ...deliveriesTogether<ConditionsTrace>(({ arrivals }) => arrivals),
  ]
}

/** Leaves out requirements on events that an operator causes, which do not occur here, and observations. */
export function isAboutQuotes(requirement: string, { requirements, delivery }: Spec): boolean {
  const row = requirements.find(({ id }) => id === requirement)
  const event = delivery.events.find(({ schema }) => schema === row?.field?.schema)
  return row?.level !== 'observe' && event?.cause !== 'operator'
}

const isReady = ({ state }: Course): boolean => state === 'ready_to_bind'
const isHeldPending = ({ heldRating }: Course): boolean => heldRating?.state === 'pending'

function eachOf(
  { courses }: Judged,
  concerns: (course: Course) => boolean,
  judge: (course: Course) => Verdict,
): Verdict {
  const concerned = courses.filter(concerns)
  return concerned.length === 0 ? cannotTell('no quote reached this state') : all(concerned.map(judge))
}

/** Shortest hold that decides: a moved clock may advance by less than this before a new event is sent. */
const LONG_MS = 60_000

/** Judges the first attempt by the event's own timestamp: one from before the hold would make the attempt late. */
function atOnce({ arrivals, whole }: Judged, { quote, heldRating }: Course): Verdict {
  const { forMs = 0 } = heldRating ?? {}
  if (forMs < LONG_MS) return cannotTell('rating was not held for long')
  if (whole.excuse !== undefined) return whole.excuse
  const [first] = about(quote, 'quote.created', arrivals)
  const late = first && statedLateness(first, eventTimes(whole.arrivals))
  if (first === undefined || late === undefined) return cannotTell('no first attempt says when it was made')
  const bounds = { early: Number.NEGATIVE_INFINITY, late: forMs / 2 }
  return decide(late, bounds, `${shown(late)} after its event; allowed ${allowed(bounds)}`, () =>
    breach(
      first,
      "the first attempt at once after the event's own timestamp",
      `${shown(late)} after it`,
      '/timestamp',
    ),
  )
}

function ownPartner({ arrivals, whole: { partner } }: Judged): Verdict {
  if (partner === undefined) return cannotTell('the client id does not name its partner')
  const named = arrivals.flatMap((arrival) => {
    const value = at(eventIn(arrival), '/data/partnerId')
    return typeof value === 'string' ? [{ arrival, value }] : []
  })
  const other = named.find(({ value }) => value.toLowerCase() !== partner.toLowerCase())
  if (named.length === 0) return cannotTell('no event names a partner')
  return other === undefined
    ? passed()
    : breach(other.arrival, show(partner), show(other.value), '/data/partnerId')
}

function keptFromOthers({ arrivals, courses, whole }: Judged): Verdict {
  const [first] = arrivals
  if (first !== undefined) return ofAnotherPartner(first)
  if (whole.arrivals.length === 0) return cutOff(`nothing at all arrived at the receiver ${SEE}`)
  return courses.some(isReady) ? passed() : cannotTell('no quote of the other partner became ready')
}
