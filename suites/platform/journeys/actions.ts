import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import type { Step } from '../../../generators/journey.ts'
import { documentCell } from '../../../spec/documents.ts'
import { updatesFor } from '../features/update/changes.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import type { Taken } from './trace.ts'
import type { Track } from './track.ts'
import type { Traveller } from './traveller.ts'

/** A action that was done, in words, with what was sent and seen. */
export interface Act extends Pick<Taken, 'sent' | 'again' | 'after'> {
  readonly text: string
  /** Time passed in which whatever was queued has begun and ended. */
  readonly rested?: boolean
}

interface Occasion {
  readonly track: Track
  readonly traveller: Traveller
  readonly step: Step
  readonly before: Exchange
}

/** The longest rest on real time; a queued re-rating that takes longer is not waited for. */
const REST_MS = 5_000

/** Does what a step says. Undefined where it cannot be done: no review is open, or there is only one key. */
export async function act(occasion: Occasion): Promise<Act | undefined> {
  const { track, traveller, step } = occasion
  const { api, quotes, clock, facts } = track
  const { quote, place } = traveller
  const name = `quote ${place + 1}`
  switch (step.action) {
    case 'status':
      return { text: `read ${name}`, sent: [await api.status(quote.id)] }
    case 'rest': {
      await clock.sleep(clock.virtual ? facts.timing.issue : Math.min(facts.timing.issue, REST_MS))
      const { last } = await quotes.rated(quote.id)
      return { text: `leave ${name} alone for a while`, sent: [], after: last, rested: true }
    }
    case 'bind':
      return insisted(occasion, `bind ${name}`, () => api.bind(quote.id))
    case 'update':
      return insisted(occasion, `update the contact of ${name}`, () => update(track, traveller))
    case 'bind-and-bind': {
      const sent = await Promise.all([api.bind(quote.id), api.bind(quote.id)])
      return { text: `bind ${name} twice at the same moment`, sent, after: await api.status(quote.id) }
    }
    case 'bind-and-update': {
      const sent = await Promise.all([api.bind(quote.id), update(track, traveller)])
      return {
        text: `bind ${name} and update it at the same moment`,
        sent,
        after: await api.status(quote.id),
      }
    }
    case 'approve':
    case 'decline':
      return review(occasion, step.action)
    case 'rotate': {
      if (!facts.credentials.has('secondary_integration_key')) return undefined
      track.key = track.key === 'primary' ? 'secondary' : 'primary'
      return { text: `go on with the ${track.key} integration key`, sent: [await api.status(quote.id)] }
    }
    default: {
      const sent = [await read(occasion, step.action)]
      return { text: `read the ${step.action} of ${name}`, sent, after: await api.status(quote.id) }
    }
  }
}

const update = ({ api }: Track, { quote }: Traveller): Promise<Exchange> =>
  api.update(quote.id, updatesFor(quote).insured_contact)

/** Asks for a document; without haste until it is there, where the state has one that takes its time. */
async function read({ track, traveller, step, before }: Occasion, name: DocumentName): Promise<Exchange> {
  const { id } = traveller.quote
  const cell = documentCell(track.spec.documents, name, stateOf(before) ?? '')
  const comes = cell.expect === 'available' && cell.after !== undefined && !step.immediate
  const attempts = comes ? await track.quotes.documentOf(name, id) : []
  return attempts.at(-1) ?? track.api.document(name, id)
}

/** Says it once more after a rest where a re-rating that an update queued may have stood in the way. */
async function insisted(
  { track, traveller }: Occasion,
  text: string,
  send: () => Promise<Exchange>,
): Promise<Act> {
  const { api, quotes, clock, facts } = track
  const { id } = traveller.quote
  const sent = await send()
  const after = await api.status(id)
  if (succeeded(sent) || !traveller.reRatingPending || stateOf(after) === undefined)
    return { text, sent: [sent], after }
  await clock.sleep(clock.virtual ? facts.timing.issue : Math.min(facts.timing.issue, REST_MS))
  const { last } = await quotes.rated(id)
  const again = { before: last, sent: await send(), after: await api.status(id) }
  return { text, sent: [sent], after, again }
}

/** Ends a review that is open, and waits until the quote shows it: a read may lag behind what an operator did. */
async function review(
  { track, traveller, before }: Occasion,
  end: 'approve' | 'decline',
): Promise<Act | undefined> {
  if (stateOf(before) !== 'underwriter_review') return undefined
  const { quotes, operator, facts } = track
  const { quote, place } = traveller
  await operator.perform(`review_${end}`, { quote_id: quote.id })
  const { last } = await quotes.follow(
    quote.id,
    (state) => state !== 'underwriter_review' && state !== 'pending',
    facts.timing.rating,
  )
  return { text: `${end} the review of quote ${place + 1}`, sent: [], after: last }
}
