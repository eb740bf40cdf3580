import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import type { Claim, Facts } from '../../../../../conformance/scenario.ts'
import { CannotTell, cannotTell, cutOff, type Verdict } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { attemptStatements } from '../../../statements/attempts.ts'
import { firstAttemptStatement } from '../../../statements/first-attempts.ts'
import { retryStatements } from '../../../statements/retries.ts'
import { eventTimeOf } from '../../../vocabulary/attempts/moment.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { attemptsOf } from '../../../vocabulary/events/event.ts'
import { isAcceptedBind } from '../../../vocabulary/judge/accepted-bind.ts'
import type { PolledState } from '../../../vocabulary/quotes/poll.ts'
import { outcomeOf, type SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import { recordOf } from '../../../vocabulary/quotes/record.ts'
import { untilTimeOfDay } from '../time-of-day.ts'
import { circuitBreaker } from './breaker/part.ts'
import { deliveryOutcomes, outcomesOfOthers } from './outcomes/part.ts'
import { repeatsOfOthers } from './overlap/repeats-of-others.ts'
import { deliveriesUnderWay } from './overlap/under-way.ts'
import { lackOfPart, type Part, type PartTrace, type SharedQuote } from './part.ts'
import { conditionedRetries } from './retries/conditioned.ts'
import { parkedRepeats } from './retries/parked.ts'
import { retrySchedule } from './retries/part.ts'
import { inRounds } from './rounds.ts'
import type { ScheduleQuotes } from './schedule-quotes.ts'

/** The traces of the parts by id, without parts of which no requirement is judged in this run. */
type Trace = Readonly<Record<string, PartTrace>>

/**
 * Runs all parts that take minutes in real time in parallel (8). One quote starts them all. A part makes further
 * quotes only when they disturb no other part: the events of every quote reach the endpoints of all parts.
 */
export function deliverySchedule(spec: Spec): PlatformScenario {
  const parts: readonly Part[] = [
    retrySchedule,
    circuitBreaker,
    deliveryOutcomes,
    conditionedRetries(spec),
    deliveriesUnderWay,
    repeatsOfOthers,
    parkedRepeats,
    ...outcomesOfOthers(spec),
  ]
  const everywhere = [...attemptStatements, ...retryStatements(spec)]
  // Other scenarios wait for events in moves of the clock that are too long for first attempts.
  const statements = [firstAttemptStatement, ...everywhere]
  return scenario<Trace>({
    id: 'webhooks/schedule',
    title: 'Failed deliveries are repeated on schedule, up to the last attempt',
    needs: [{ offers: 'webhooks' }],
    exclusive: true,
    cases: parts.map(({ id }) => id),
    // Its own claims ask the statements, so that a part that was left out says why.
    exempt: everywhere.map(({ requirement }) => requirement),
    caseOf: ({ arrival }, trace, { arrivals = [] }) => {
      const path = arrivals.find(({ id }) => id === arrival)?.endpoint
      return Object.entries(trace).find(([, { paths = [] }]) => paths.some((one) => one === path))?.[0]
    },
    async drive(context, judged, isChosen = () => true) {
      // Each part makes attempts.
      const isStated = statements.some(({ requirement }) => judged.has(requirement))
      const wanted = parts.filter(
        ({ id, claims }) =>
          isChosen(id) && (isStated || claims.some(({ requirement }) => judged.has(requirement))),
      )
      const lacks = wanted.map((one) => [one, lackOfPart(one, context)] as const)
      const left = lacks.flatMap(([{ id }, why]) => (why === undefined ? [] : [[id, { left: why }] as const]))
      const possible = lacks.flatMap(([one, why]) => (why === undefined ? [one] : []))
      const others = parts.flatMap(({ id }) => (isChosen(id) ? [] : [[id, { left: NOT_CHOSEN }] as const]))
      const undriven = Object.fromEntries([...others, ...left])
      if (possible.length === 0) return undriven
      await beforeMidnight(context, await silence(context))
      return { ...undriven, ...(await inRounds(possible, context, begin)) }
    },
    claims: [
      ...parts.flatMap(({ id, claims }) => claims.map((one) => ({ ...within(id, one), case: id }))),
      ...statements.map(({ requirement, judge }) =>
        claim<Trace>(requirement, (trace, facts) => judge(facts) ?? reasonOf(trace, facts)),
      ),
    ],
  })
}

/** Says why no part shows what a statement is about. One that the profile leaves out comes first. */
function reasonOf(trace: Trace, { arrivals = [] }: Facts<Spec>): Verdict {
  const left = Object.values(trace).flatMap((one) => ('left' in one ? [one.left] : []))
  const isLack = (verdict: Verdict) => verdict.kind === 'cannot-tell' && verdict.key !== undefined
  const unshown = arrivals.length === 0 ? cutOff('nothing arrived') : cannotTell('no attempt shows it')
  return left.find(isLack) ?? left[0] ?? unshown
}

/** The verdict of a part that was not asked for, where its evidence is judged again. */
const NOT_CHOSEN = cannotTell('left out by --scenario')

/**
 * How long before midnight the shared quote is rated. Three attempts of a retry schedule are made on that day, and the others on the next. So
 * attempts four and five cross midnight, even where failed attempts open the breaker.
 */
const BEFORE_MIDNIGHT_MS = 5000
/** Longest rating that is taken as usual: after a longer one, the next may be shorter. */
const MOST_RATING_MS = 600_000

/** How long nothing must arrive, in milliseconds, and how many times the suite waits for that. */
const SILENCE = { ms: 1500, tries: 10 }

/** Waits for the late events of earlier scenarios, which could be mistaken for those of the shared quote. */
async function silence(context: PlatformContext): Promise<Rated> {
  const { quotes, webhooks, facts } = context
  const endpoints = webhooks.since()
  const endpoint = await webhooks.open(['quote.created'])
  const last = await quotes.create('ready_to_bind')
  await context.webhooks.until(
    () => attemptsOf(last, endpoint).length > 0,
    facts.timing.rating,
    SILENCE.ms / 3,
  )
  for (let tries = 0; tries < SILENCE.tries; tries += 1) {
    const before = endpoint.arrivals().length
    const isMore = () => endpoint.arrivals().length > before
    if (!(await webhooks.watch(SILENCE.ms, SILENCE.ms / 3, isMore))) break
  }
  const [first] = attemptsOf(last, endpoint)
  await endpoints.close()
  return { quote: last, ...(first && { announced: first }) }
}

/** A quote with the first delivery of its `quote.created`. */
interface Rated {
  readonly quote: SubmittedQuote
  readonly announced?: Arrival
}

/** Moves the clock to shortly before midnight, so that attempts at one event are made on two days. */
async function beforeMidnight({ clock }: PlatformContext, { quote, announced }: Rated): Promise<void> {
  if (!clock.virtual) return
  const submittedAt = Date.parse(String(recordOf(quote.submitted)?.created_at))
  const now = submittedAt + clock.now() - quote.submitted.targetMs
  if (Number.isNaN(now)) return
  const ratedAt = announced && eventTimeOf(announced)
  const ratingMs = ratedAt === undefined ? 0 : Math.max(0, ratedAt.most - submittedAt)
  const isUsual = ratingMs <= MOST_RATING_MS
  const before = BEFORE_MIDNIGHT_MS + (isUsual ? ratingMs : 0)
  const wait = untilTimeOfDay(-before, new Date(now).toISOString())
  if (wait !== undefined) await clock.sleep(wait)
}

async function begin({ quotes, api, spec }: PlatformContext, schedule: ScheduleQuotes): Promise<SharedQuote> {
  const quote = await schedule.make('shared', () => quotes.create('ready_to_bind'))
  const other = ({ state, last }: PolledState) =>
    new CannotTell(`a quote should have reached ready_to_bind and reached ${state ?? outcomeOf(last)}`)
  // A lost read decides nothing.
  const rated = quotes.settle(quote.id).then((sighting) => {
    if (sighting.state !== undefined && sighting.state !== 'ready_to_bind') throw other(sighting)
  })
  // Parts await it later; until then a rejection must not count as unhandled.
  rated.catch(() => undefined)
  let bound: Promise<void> | undefined
  const bind = async () => {
    await rated
    const answer = await api.bind(quote.id)
    if (!isAcceptedBind(answer, spec)) throw new CannotTell(`the quote was not bound: ${outcomeOf(answer)}`)
  }
  return {
    quote,
    rated,
    bind() {
      bound ??= bind()
      return bound
    },
  }
}

/** Turns a claim about one part into a claim about the whole trace. */
function within(id: string, { requirement, name, judge }: Claim<unknown, Spec>): Claim<Trace, Spec> {
  const of = (trace: Trace, facts: Parameters<typeof judge>[1]) => {
    const one = trace[id]
    if (one === undefined) return cutOff('this part of the schedule did not run')
    return 'trace' in one ? judge(one.trace, facts) : one.left
  }
  return claim(requirement, of, name)
}
