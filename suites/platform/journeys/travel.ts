import type { Exchange } from '../../../conformance/exchange.ts'
import type { KeyChoice } from '../../../conformance/ports/platform.ts'
import type { Journey, Step } from '../../../generators/journey.ts'
import { type PlatformContext, platformContext } from '../vocabulary/context.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { type Act, act } from './actions.ts'
import type { Taken, Travelled } from './trace.ts'
import type { Track } from './track.ts'
import { newTraveller, type Traveller } from './traveller.ts'

/** Takes a journey's steps one after the other, and brings every quote to rest at its end. */
export async function travel(context: PlatformContext, journey: Journey): Promise<Travelled> {
  const track = trackOn(context)
  const travellers = new Map<number, Traveller>()
  const steps: Taken[] = []

  const travellerOf = async ({ quote }: Step): Promise<Traveller> => {
    const known = travellers.get(quote)
    if (known !== undefined) return known
    const outcome = journey.outcomes[quote] ?? 'ready_to_bind'
    const made = newTraveller(travellers.size, await track.quotes.create(outcome))
    travellers.set(quote, made)
    steps.push({
      text: `submit quote ${made.place + 1}${outcome === 'ready_to_bind' ? '' : ` as one for ${outcome}`}`,
      action: 'submit',
      quote: made.place,
      sent: [made.quote.submitted],
      reRatingPending: false,
      bound: false,
    })
    return made
  }

  for (const step of journey.steps) {
    const traveller = await travellerOf(step)
    const waited = step.immediate ? undefined : await settle(track, traveller)
    const before = waited ?? (await track.api.status(traveller.quote.id))
    const done = await act({ track, traveller, step, before })
    if (done !== undefined) steps.push(taken(traveller, step, before, done))
    note(traveller, done)
  }
  for (const traveller of travellers.values()) steps.push(await end(track, traveller))
  return {
    quotes: [...travellers.values()].map(({ quote }) => quote),
    steps,
    exchanges: context.http.inOrder(track.sent),
  }
}

function trackOn(context: PlatformContext): Track {
  const sent: Exchange[] = []
  const http = {
    ...context.http,
    send: async (call: Parameters<typeof context.http.send>[0]) => {
      const exchange = await context.http.send({
        ...call,
        credentials: { key: track.key, ...call.credentials },
      })
      sent.push(exchange)
      return exchange
    },
  }
  const track: Track = Object.assign(platformContext({ ...context, http }, context.spec), {
    sent,
    key: 'primary' as KeyChoice,
  })
  return track
}

/** Waits until nothing goes on with a quote by itself; returns the last read. */
async function settle({ quotes }: Track, { quote, bound }: Traveller): Promise<Exchange> {
  const rated = await quotes.rated(quote.id)
  return bound ? (await quotes.issue(quote.id)).last : rated.last
}

async function end(track: Track, traveller: Traveller): Promise<Taken> {
  const last = await settle(track, traveller)
  const { place, reRatingPending, bound } = traveller
  return { text: '', action: 'end', quote: place, sent: [], after: last, reRatingPending, bound }
}

function taken({ place, reRatingPending, bound }: Traveller, step: Step, before: Exchange, done: Act): Taken {
  const when =
    step.immediate || stateOf(before) === undefined ? '' : `once quote ${place + 1} is ${stateOf(before)}, `
  const { text, ...seen } = done
  return { text: when + text, action: step.action, quote: place, before, reRatingPending, bound, ...seen }
}

/** Records the effects of a step for those that follow. A request without an answer may have been carried out. */
function note(traveller: Traveller, done: Act | undefined): void {
  const all = [...(done?.sent ?? []), ...(done?.again === undefined ? [] : [done.again.sent])]
  const happened = (operation: string) =>
    all.some((one) => one.operation === operation && (one.answer === undefined || succeeded(one)))
  if (done?.rested === true) traveller.reRatingPending = false
  if (happened('update')) traveller.reRatingPending = true
  if (happened('bind')) traveller.bound = true
}
