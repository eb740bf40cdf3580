import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import type { Quote } from '../../vocabulary/quotes/quote.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import { timeClaims } from './delivery-times.ts'
import { about, eventIdOf } from './event.ts'
import { eachAtOnce, type Firsts } from './schedule/at-once.ts'
import { heldUpOf } from './schedule/timing.ts'
import { untilTimeOfDay } from './time-of-day.ts'

const HOUR_MS = 3_600_000
/** No two of the first moments are twelve hours apart, so that none is told by a clock of twelve hours as another one is. */
const STEP_HOURS = 5
const MOMENTS = 5
/** Hours of UTC that formats write in two ways: 0 as 24 or 12, and 12 as 0. */
const AMBIGUOUS_HOURS = [0, 12]

/** A moved clock goes no further at a time while an event is awaited, so that it is seen to come at once. */
const STEP_MS = 500

interface Trace extends Firsts {
  readonly arrivals: readonly Arrival[]
  /** How many of the moments had no delivery. */
  readonly empty: number
}

/**
 * Times are written for every hour of a day: clocks of twelve hours and of other zones are right at some (6.headers, 6.payload, R24).
 * An endpoint that was idle for hours is served at once all the same (8.retry, R25).
 */
export const hoursOfADay: PlatformScenario = scenario<Trace>({
  id: 'webhooks/hours-of-a-day',
  title: 'Deliveries name their moment in the morning, in the afternoon and at night',
  needs: [{ offers: 'webhooks' }, { operator: 'advance_clock' }],
  alone: true,
  async drive({ webhooks, quotes, clock, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    let empty = 0
    const create = async (): Promise<Quote> => {
      const quote = await quotes.create('ready_to_bind')
      const isThere = () => about(quote, 'quote.created', endpoint.arrivals()).length > 0
      const patienceMs = facts.timing.rating + facts.timing.deliverySlack
      if (!(await webhooks.until(isThere, patienceMs, STEP_MS))) empty += 1
      return quote
    }
    let last = await create()
    for (let moment = 1; moment < MOMENTS; moment += 1) {
      await clock.sleep(STEP_HOURS * HOUR_MS)
      last = await create()
    }
    for (const hour of AMBIGUOUS_HOURS) {
      const wait = untilTimeOfDay((hour + 0.5) * HOUR_MS, recordOf(last.submitted)?.created_at)
      if (wait === undefined) {
        empty += 1
        break
      }
      await clock.sleep(wait)
      last = await create()
    }
    const arrivals = endpoint.arrivals()
    return {
      ...{ arrivals, empty, firsts: [...firstOfEach(arrivals)] },
      ...{ slackMs: facts.timing.deliverySlack, heldUpMs: heldUpOf(clock, webhooks) },
    }
  },
  claims: [
    ...timeClaims<Trace>(({ arrivals }) => arrivals).map(({ judge, ...claim }) => ({
      ...claim,
      judge: (trace: Trace, facts: Parameters<typeof judge>[1]) => atEachMoment(trace, judge(trace, facts)),
    })),
    claim(
      'retry-attempt-1',
      (trace, { spec }) => atEachMoment(trace, eachAtOnce(trace, spec.delivery)),
      'after hours without an event',
    ),
  ],
})

const atEachMoment = ({ empty }: Trace, verdict: Verdict): Verdict =>
  verdict.kind === 'passed' && empty > 0 ? cannotTell('at some hour no delivery came') : verdict

/** The first delivery of each event, in order. */
function* firstOfEach(arrivals: readonly Arrival[]): Iterable<Arrival> {
  for (const [first] of Map.groupBy(arrivals, eventIdOf).values()) if (first !== undefined) yield first
}
