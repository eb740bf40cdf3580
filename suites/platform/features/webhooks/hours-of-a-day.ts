import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { heldUpOf } from '../../vocabulary/attempts/timing.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { about, eventIdOf } from '../../vocabulary/events/event.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quote.ts'
import { recordOf } from '../../vocabulary/quotes/record.ts'
import { eachAtOnce, type Firsts } from './schedule/at-once.ts'
import { untilTimeOfDay } from './time-of-day.ts'

const HOUR_MS = 3_600_000
/** Hours between the first moments; no two are twelve hours apart, since a twelve-hour clock writes those alike. */
const STEP_HOURS = 5
const MOMENTS = 5
/** UTC hours that formats often write wrongly: 0 as 24 or 12, and 12 as 0. */
const AMBIGUOUS_HOURS = [0, 12]

/** Longest step of a moved clock while the suite waits for an event, so that its delay is measured closely. */
const STEP_MS = 500

interface Trace extends Firsts {
  readonly arrivals: readonly Arrival[]
  /** How many of the moments had no delivery. */
  readonly empty: number
}

/**
 * Checks timestamps at several hours of a day: a twelve-hour clock or a wrong zone is right at some (6.headers, 6.payload, R24).
 * Also checks that an endpoint that was idle for hours gets the first attempt at once (8.retry, R25).
 */
export const hoursOfADay: PlatformScenario = scenario<Trace>({
  id: 'webhooks/hours-of-a-day',
  title: 'Deliveries state their time in the morning, in the afternoon and at night',
  needs: [{ offers: 'webhooks' }, { operator: 'advance_clock' }],
  exclusive: true,
  async drive({ webhooks, quotes, clock, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    let empty = 0
    const create = async (): Promise<SubmittedQuote> => {
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
      ...{ arrivals, empty, firsts: [...firstOfEachEvent(arrivals)] },
      ...{ slackMs: facts.timing.deliverySlack, heldUpMs: heldUpOf(clock, webhooks) },
    }
  },
  claims: [
    claim(
      'retry-attempt-1',
      (trace, facts) => atEachMoment(trace, eachAtOnce(trace, facts)),
      'after hours without an event',
    ),
  ],
})

const atEachMoment = ({ empty }: Trace, verdict: Verdict): Verdict =>
  verdict.kind === 'passed' && empty > 0 ? cannotTell('at some hour no delivery came') : verdict

/** The first delivery of each event, in order. */
function* firstOfEachEvent(arrivals: readonly Arrival[]): Iterable<Arrival> {
  for (const [first] of Map.groupBy(arrivals, eventIdOf).values()) if (first !== undefined) yield first
}
