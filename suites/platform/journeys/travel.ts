import type { Exchange } from '../../../conformance/exchange.ts'
import type { Journey, Made, Step } from '../../../generators/journeys/journey.ts'
import { submissionBeyondAscii } from '../features/webhooks/non-ascii.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import type { Quote } from '../vocabulary/quotes/quotes.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { type Act, act, operate } from './actions.ts'
import { toldOf } from './listening.ts'
import type { Taken, Travelled } from './trace.ts'
import { type Surroundings, type Track, trackOn } from './track.ts'
import type { Traveller } from './traveller.ts'

/** Takes a journey's steps one after the other, and brings every quote to rest at its end. */
export async function travel(
  context: PlatformContext,
  journey: Journey,
  surroundings: Surroundings,
): Promise<Travelled> {
  const track = trackOn(context, surroundings)
  const travellers = new Map<number, Traveller>()
  const steps: Taken[] = []
  try {
    for (const step of journey.steps) {
      const done = await operate(track, step)
      if (done !== undefined) {
        if (!done.isDone) continue
        for (const traveller of travellers.values()) if (track.holds.held === undefined) delete traveller.held
        steps.push(operated(done.text, step))
        continue
      }
      const traveller = travellers.get(step.quote) ?? (await submit(track, journey, step, travellers.size))
      if (!travellers.has(step.quote)) {
        travellers.set(step.quote, traveller)
        steps.push(submitted(traveller, journey.quotes[step.quote]))
      }
      steps.push(...(await take(track, traveller, step)))
    }
  } finally {
    await track.holds.release()
  }
  for (const traveller of travellers.values()) steps.push(await end(track, traveller))
  return {
    quotes: [...travellers.values()].map(({ quote }) => quote),
    steps,
    exchanges: context.http.inOrder(track.sent),
  }
}

const UNTOLD = { before: [], sending: [] } as const

const operated = (text: string, { action }: Step): Taken => ({
  ...{ text, action, quote: -1, sent: [], told: UNTOLD },
  ...{ reRatingPending: false, bound: false },
})

const submitted = ({ place, quote }: Traveller, made: Made | undefined): Taken => ({
  text: [
    `submit quote ${place + 1}`,
    made === undefined || made.outcome === 'ready_to_bind' ? '' : ` as one for ${made.outcome}`,
    made?.beyondAscii ? ' with letters beyond ASCII' : '',
    made?.partner === 'other' ? ' as the other partner' : '',
  ].join(''),
  ...{ action: 'submit', quote: place, sent: [quote.submitted], told: UNTOLD },
  ...{ reRatingPending: false, bound: false },
})

async function submit(track: Track, { quotes }: Journey, step: Step, place: number): Promise<Traveller> {
  const made = quotes[step.quote] ?? { outcome: 'ready_to_bind' }
  const isOther = made.partner === 'other'
  const party = isOther ? track.other : track.own
  const held = track.holds.held
  return {
    place,
    quote: { ...(await makeQuote(party.context, made)), ...(isOther && { partner: 'other' }) },
    party,
    stranger: isOther ? track.own : track.other,
    reRatingPending: false,
    bound: false,
    ...(held === 'rating' && { held }),
  }
}

const makeQuote = (context: PlatformContext, { outcome, beyondAscii }: Made): Promise<Quote> =>
  beyondAscii ? submissionBeyondAscii(context, outcome) : context.quotes.create(outcome)

/** Takes one step with a quote; nothing where it cannot be done. */
async function take(track: Track, traveller: Traveller, step: Step): Promise<readonly Taken[]> {
  const { quote, party } = traveller
  const told = () => toldOf(quote, track.ears, track.types)
  const before = told()
  const waited = step.immediate ? undefined : await settle(track, traveller)
  const read = waited ?? (await party.context.api.status(quote.id))
  const sending = told()
  const { place, reRatingPending, bound, held } = traveller
  const done = await act({ track, traveller, step, before: read })
  note(track, traveller, read, done)
  if (done === undefined) return []
  const isWaited = waited !== undefined && stateOf(read) !== undefined
  const { text, rested: _, ...seen } = done
  return [
    {
      text: (isWaited ? `once quote ${place + 1} is ${stateOf(read)}, ` : '') + text,
      ...{ action: step.action, quote: place, before: read, reRatingPending, bound, ...seen },
      ...(held !== undefined && { held }),
      told: { before, sending },
    },
  ]
}

/** Waits until nothing goes on with a quote by itself; returns the last read. Undefined where its journey holds work back. */
const settle = (track: Track, { quote, bound, party }: Traveller): Promise<Exchange | undefined> =>
  track.holds.waiting(async () => {
    const { quotes } = party.context
    const rated = await quotes.rated(quote.id)
    return bound ? (await quotes.issue(quote.id)).last : rated.last
  })

async function end(track: Track, traveller: Traveller): Promise<Taken> {
  const { place, reRatingPending, bound, party, quote } = traveller
  const last = (await settle(track, traveller)) ?? (await party.context.api.status(quote.id))
  return {
    ...{ text: '', action: 'end', quote: place, sent: [], after: last, told: UNTOLD },
    ...{ reRatingPending, bound },
  }
}

/** Records the effects of a step for those that follow. A request without an answer may have been carried out. */
function note({ holds }: Track, traveller: Traveller, before: Exchange, done: Act | undefined): void {
  const all = [...(done?.sent ?? []), ...(done?.again === undefined ? [] : [done.again.sent])]
  const happened = (operation: string) =>
    all.some((one) => one.operation === operation && (one.answer === undefined || succeeded(one)))
  if (done?.rested === true) traveller.reRatingPending = false
  if (happened('update')) traveller.reRatingPending = true
  if (!happened('bind')) return
  if (!traveller.bound && holds.held === 'issue' && stateOf(before) === 'ready_to_bind')
    traveller.held = 'issue'
  traveller.bound = true
}
