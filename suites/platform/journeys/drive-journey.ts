import type { Exchange } from '../../../conformance/exchange.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { Journey, SentAs, Step } from '../../../generators/journeys/journey.ts'
import type { QuoteState } from '../../../spec/lifecycle.ts'
import { withHeaders, withSpacedBodies } from '../vocabulary/access/asking.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { HELD_BY } from '../vocabulary/operator/hold.ts'
import type { PolledState } from '../vocabulary/quotes/poll.ts'
import { presentStateOf, stateOf } from '../vocabulary/quotes/record.ts'
import { act } from './actions.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { Act } from './occasion.ts'
import { operate } from './operator-actions.ts'
import { beginRun, type JourneyRun, type SharedByJourneys } from './run.ts'
import { submissionStep, submit } from './submit-quote.ts'
import type { JourneyTrace, TakenStep } from './trace.ts'

/** Carries out a journey's steps one after the other, and finally waits until each quote has settled. */
export async function driveJourney(
  context: PlatformContext,
  journey: Journey,
  shared: SharedByJourneys,
): Promise<JourneyTrace> {
  const run = beginRun(sendingAs(context, journey.requests ?? []), shared)
  const drivenQuotes = new Map<number, DrivenQuote>()
  /** Quotes of the second partner whose submissions were refused. */
  const unmade = new Set<number>()
  const steps: TakenStep[] = []
  let listening: TakenStep | undefined
  using _ = run.underWay
  try {
    for (const step of journey.steps) {
      const done = await operate(run, step)
      if (done !== undefined) {
        if (!done.isDone) continue
        if (step.action === 'listen') {
          listening = operated(done.text, step)
          continue
        }
        for (const driven of drivenQuotes.values()) {
          if (run.holds.held === undefined) delete driven.held
          delete driven.steady
        }
        steps.push(operated(done.text, step))
        continue
      }
      if (unmade.has(step.quote)) continue
      const driven = drivenQuotes.get(step.quote) ?? (await submit(run, journey, step, drivenQuotes.size))
      if (driven === undefined) {
        unmade.add(step.quote)
        continue
      }
      if (!drivenQuotes.has(step.quote)) {
        drivenQuotes.set(step.quote, driven)
        steps.push(submissionStep(driven, journey.requests))
      }
      steps.push(...(await take(run, driven, step)))
    }
  } finally {
    await run.holds.release()
  }
  for (const driven of drivenQuotes.values()) steps.push(await end(run, driven))
  // It has occurred where something was downloaded at an event.
  if (listening !== undefined && [...drivenQuotes.values()].some(({ announced }) => announced.size > 0))
    steps.unshift(listening)
  // A platform may answer with the quote that it has of an insured, and rate it again (R2): two journeys would change it.
  if ([...drivenQuotes.values()].some(({ quote }) => (run.made.get(quote.id) ?? 0) > 1))
    throw new CannotTell('several submissions were answered with one quote')
  return {
    quotes: [...drivenQuotes.values()].map(({ quote }) => quote),
    steps,
    exchanges: context.http.inOrder(run.sent),
  }
}

/** Asks for other languages and, as many clients do, for JSON first: the stated formats hold for them too. */
const ELSEWHERE = { 'accept-language': 'de-DE, fr-FR;q=0.9', accept: 'application/json, text/plain, */*' }

const SENDING: Readonly<Record<SentAs, (context: PlatformContext) => PlatformContext>> = {
  'other-language': (context) => withHeaders(context, ELSEWHERE),
  'spaced-bodies': withSpacedBodies,
}

const sendingAs = (context: PlatformContext, ways: readonly SentAs[]): PlatformContext =>
  ways.reduce((changed, way) => SENDING[way](changed), context)

const operated = (text: string, { action }: Step): TakenStep => ({
  ...{ text, action, quote: -1, sent: [] },
})

/** Carries out one step with a quote; returns an empty list where that is impossible. */
async function take(run: JourneyRun, driven: DrivenQuote, step: Step): Promise<readonly TakenStep[]> {
  const { quote, party } = driven
  const waited = driven.steady ?? (step.immediate ? undefined : await settle(run, driven))
  const read = waited ?? (await party.context.api.status(quote.id))
  const done = await act({ run, driven, step, before: read })
  note(run, driven, read, done)
  const last = done?.after ?? done?.sent.findLast(({ operation }) => operation === 'status') ?? read
  delete driven.steady
  if (isSteady(driven, last, party.context.spec)) driven.steady = last
  if (done === undefined) return []
  const isWaited = waited !== undefined && stateOf(read) !== undefined
  const { text, rested: _, parts = [{}], ...seen } = done
  const described = (isWaited ? `once quote ${driven.place + 1} is ${stateOf(read)}, ` : '') + text
  return parts.map((part, index) => ({
    text: index === 0 ? described : '',
    ...{ action: step.action, quote: driven.place, before: read, ...seen, ...part },
  }))
}

/**
 * Says whether a quote stays in the state that a read showed until something is done with it. A read may lag behind a bind. People may
 * end a review at any time: then the read after the next step differs, which judges nothing.
 */
const isSteady = (
  { reRatingPending, bound, held }: DrivenQuote,
  read: Exchange,
  { lifecycle }: PlatformContext['spec'],
): boolean => {
  const state = stateOf(read)
  const present = presentStateOf(read, lifecycle)
  if (held !== undefined) return HELD_BY[present as QuoteState] === held
  const isSettled = state !== undefined && lifecycle.settled.includes(state)
  return isSettled && !reRatingPending && (!bound || present === 'issued')
}

/**
 * Waits until no work of the platform on a quote is pending; returns the last read. Undefined where its journey holds work back, or
 * where an earlier wait was in vain: another one would cost its whole time at every step.
 */
const settle = async (run: JourneyRun, driven: DrivenQuote): Promise<Exchange | undefined> => {
  const { quote, bound, party } = driven
  if (driven.waitedInVain === true) return undefined
  return run.holds.waiting(async () => {
    const { clock, facts, quotes } = party.context
    await clock.rest(facts.timing.pollInterval)
    const rated = await quotes.settle(quote.id)
    // A bind that was accepted in a wrong state need not have any effect (R16).
    const isOnItsWay = ({ state }: PolledState) =>
      state === 'pending' || state === 'bound' || (bound && state === 'ready_to_bind')
    const seen = bound && isOnItsWay(rated) ? await quotes.issue(quote.id) : rated
    if (isOnItsWay(seen)) driven.waitedInVain = true
    return seen.last
  })
}

async function end(run: JourneyRun, driven: DrivenQuote): Promise<TakenStep> {
  delete driven.waitedInVain
  const { place, party, quote } = driven
  const last = (await settle(run, driven)) ?? (await party.context.api.status(quote.id))
  return { text: '', action: 'end', quote: place, sent: [], after: last }
}

/** Records the effects of a step for those that follow. A request without an answer may have been carried out. */
function note({ holds }: JourneyRun, driven: DrivenQuote, before: Exchange, done: Act | undefined): void {
  const { party } = driven
  const happened = (operation: string) =>
    done?.sent.some((sent) => sent.operation === operation && (sent.answer === undefined || succeeded(sent)))
  if (done?.rested === true) driven.reRatingPending = false
  // An update or a bind starts new work, which is worth a new wait.
  if (happened('update') || happened('bind')) delete driven.waitedInVain
  if (happened('update')) driven.reRatingPending = true
  if (!happened('bind')) return
  if (
    !driven.bound &&
    holds.held === 'issue' &&
    presentStateOf(before, party.context.spec.lifecycle) === 'ready_to_bind'
  )
    driven.held = 'issue'
  driven.bound = true
}
