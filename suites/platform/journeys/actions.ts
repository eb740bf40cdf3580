import type { DocumentName, Exchange } from '../../../conformance/exchange.ts'
import { breaksIn, firstOfEach } from '../../../generators/breaks.ts'
import type { Step } from '../../../generators/journeys/journey.ts'
import { documentCell } from '../../../spec/documents.ts'
import { tryAction } from '../features/office/act.ts'
import { type UpdateKind, updatesFor } from '../features/update/changes.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { isOfNewBroker } from '../vocabulary/quotes/in-forms.ts'
import { presentStateOf, stateOf } from '../vocabulary/quotes/record.ts'
import { openPdf } from '../vocabulary/reading/reader.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { JourneyRun } from './run.ts'
import type { TakenStep } from './trace.ts'

/** An action that was carried out: its description, the requests sent and the reads. */
export interface Act extends Pick<TakenStep, 'sent' | 'breaks' | 'again' | 'after' | 'awaited' | 'opening'> {
  readonly text: string
  /** True when enough time has passed that any queued work has begun and ended. */
  readonly rested?: boolean
}

interface Occasion {
  readonly run: JourneyRun
  readonly driven: DrivenQuote
  readonly step: Step
  readonly before: Exchange
}

/** The longest rest in real time; the suite does not wait for a queued re-rating that takes longer. */
const REST_MS = 5_000
/** The same while this journey holds work back: shorter, since the other journeys wait meanwhile. */
const HELD_REST_MS = 2_000

/** Carries out an operator action on the work of the whole platform; undefined for every other action. */
export async function operate(
  { holds }: JourneyRun,
  { action }: Step,
): Promise<{ readonly text: string; readonly isDone: boolean } | undefined> {
  switch (action) {
    case 'hold-rating':
      return { text: 'hold rating back', isDone: await holds.hold('rating') }
    case 'hold-issue':
      return { text: 'hold the issue of policies back', isDone: await holds.hold('issue') }
    case 'release':
      return { text: 'let go on what was held', isDone: await holds.release() }
    default:
      return undefined
  }
}

/** Carries out a step. Undefined where that is impossible: no review is open, or there is only one key. */
export async function act(occasion: Occasion): Promise<Act | undefined> {
  const { driven, step } = occasion
  const { quote, place, party } = driven
  const { api } = party.context
  const name = `quote ${place + 1}`
  switch (step.action) {
    case 'status':
      return { text: `read ${name}`, sent: [await api.status(quote.id)] }
    case 'rest':
      return rest(occasion, `leave ${name} alone for a while`)
    case 'bind':
      return repeatedAfterRest(occasion, `bind ${name}`, () => [api.bind(quote.id)])
    case 'update':
      return repeatedAfterRest(occasion, `update the contact of ${name}`, () => [update(driven)])
    case 'update-beyond-ascii':
      return repeatedAfterRest(occasion, `give ${name} a contact with letters beyond ASCII`, () => [
        update(driven, 'contact_beyond_ascii'),
      ])
    case 'refused-requests':
      return refusedRequests(driven, `send requests about ${name} that must be refused`)
    case 'invalid-update':
      return invalidUpdate(driven, `update ${name} with what is wrong`)
    case 'bind-and-bind':
      return repeatedAfterRest(occasion, `bind ${name} twice at the same moment`, () => [
        api.bind(quote.id),
        api.bind(quote.id),
      ])
    case 'bind-and-update': {
      const sent = await Promise.all([api.bind(quote.id), update(driven)])
      const text = `bind ${name} and update it at the same moment`
      return { text, sent, after: await api.status(quote.id) }
    }
    case 'approve':
    case 'decline':
      return review(occasion, step.action)
    case 'onboard':
      return onboard(occasion)
    case 'rotate': {
      const { key } = party.credentials
      const { facts } = party.context
      if (party.name === 'other' || !facts.credentials.has('secondary_integration_key')) return undefined
      const other = key === 'primary' ? 'secondary' : 'primary'
      party.credentials = { ...party.credentials, key: other }
      return { text: `go on with the ${other} integration key`, sent: [await api.status(quote.id)] }
    }
    case 'renew': {
      const { token } = await party.context.http.holdToken(
        party.name === 'other' ? 'other-partner' : undefined,
      )
      if (token === undefined) return undefined
      party.credentials = { ...party.credentials, token }
      return { text: 'go on with a new token', sent: [await api.status(quote.id)] }
    }
    case 'access-as-other-partner':
      return accessAsOtherPartner(driven, `ask for ${name} as somebody else`)
    case 'hold-rating':
    case 'hold-issue':
    case 'release':
      return undefined
    default: {
      const read = await readDocument(occasion, step.action)
      return { text: `read the ${step.action} of ${name}`, ...read, after: await api.status(quote.id) }
    }
  }
}

/** The state of the quote before the step, under today's name. */
const stateNow = ({ before, driven }: Occasion): string | undefined =>
  presentStateOf(before, driven.party.context.spec.lifecycle)

const update = ({ quote, party }: DrivenQuote, kind: UpdateKind = 'insured_contact'): Promise<Exchange> =>
  party.context.api.update(quote.id, updatesFor(quote)[kind])

/** Sends requests that a platform must refuse whatever the state of the quote is; they must have no effect. */
async function refusedRequests({ quote, party }: DrivenQuote, text: string): Promise<Act> {
  const { api } = party.context
  const sent = [
    await api.bind(quote.id, { credentials: { token: 'garbled' } }),
    await api.update(quote.id, { insured_contact: 'nobody' }),
    await api.update(quote.id, undefined, { body: '{' }),
    await api.status(quote.id, { credentials: { token: 'garbled' } }),
  ]
  return { text, sent, after: await api.status(quote.id) }
}

async function invalidUpdate({ quote, party }: DrivenQuote, text: string): Promise<Act> {
  const { api, spec } = party.context
  const { all } = updatesFor(quote)
  const breaks = firstOfEach(breaksIn(spec, 'Update'))
  const sent: Exchange[] = []
  for (const { apply } of breaks) sent.push(await api.update(quote.id, apply(all)))
  const after = await api.status(quote.id)
  return { text, sent, breaks: breaks.map(({ requirement }) => requirement), after }
}

/** Waits as long as a queued re-rating may take to begin, and until it has ended. Undefined where this journey holds work back. */
function ratedAfterRest({ holds }: JourneyRun, { quote, party }: DrivenQuote): Promise<Exchange | undefined> {
  const { clock, facts, quotes } = party.context
  return holds.waiting(async () => {
    await clock.sleep(clock.virtual ? facts.timing.issue : Math.min(facts.timing.issue, REST_MS))
    return (await quotes.rated(quote.id)).last
  })
}

/** Lets time pass and waits for rating; it does not wait while this journey holds work back. */
async function rest({ run, driven }: Occasion, text: string): Promise<Act> {
  const { quote, party } = driven
  const { clock, facts, api } = party.context
  const last = await ratedAfterRest(run, driven)
  if (last !== undefined) return { text, sent: [], after: last, rested: true }
  await clock.sleep(clock.virtual ? facts.timing.issue : Math.min(facts.timing.issue, HELD_REST_MS))
  return { text, sent: [], after: await api.status(quote.id) }
}

/** Sends requests about a quote with another partner's credentials. The harmless reads come first. */
async function accessAsOtherPartner({ quote, otherParty, party }: DrivenQuote, text: string): Promise<Act> {
  const { api } = otherParty.context
  const sent = [
    await api.status(quote.id),
    await api.document('quote-proposal', quote.id),
    await api.update(quote.id, {}),
    await api.bind(quote.id),
  ]
  return { text, sent, after: await party.context.api.status(quote.id) }
}

/** Asks for a document. Where its generation may take time, and the step is not immediate, asks until it is there. */
async function readDocument(
  { run, driven, step, before }: Occasion,
  name: DocumentName,
): Promise<Pick<Act, 'sent' | 'awaited' | 'opening'>> {
  const { quote, party } = driven
  const { spec, quotes, api, http } = party.context
  const cell = documentCell(spec.documents, name, presentStateOf(before, spec.lifecycle) ?? '')
  const comes = cell.expect === 'available' && cell.after !== undefined && !step.immediate
  const attempts = comes ? await run.holds.waiting(() => quotes.documentOf(name, quote.id)) : undefined
  const sent = attempts ?? [await api.document(name, quote.id)]
  const last = sent.at(-1)
  const bytes = run.opens && last?.answer?.status === 200 ? http.bytes(last) : undefined
  return {
    sent,
    ...(attempts !== undefined && { awaited: true }),
    ...(bytes !== undefined && { opening: await openPdf(bytes) }),
  }
}

/**
 * Sends requests at the same moment. Where all are refused, and a re-rating that an update queued may be the reason, it sends them
 * again after a rest.
 */
async function repeatedAfterRest(
  { run, driven }: Occasion,
  text: string,
  begin: () => readonly Promise<Exchange>[],
): Promise<Act> {
  const { quote, party } = driven
  const { api } = party.context
  const sent = await Promise.all(begin())
  const after = await api.status(quote.id)
  if (sent.some(succeeded) || !driven.reRatingPending || stateOf(after) === undefined)
    return { text, sent, after }
  const last = await ratedAfterRest(run, driven)
  if (last === undefined) return { text, sent, after }
  const again = { before: last, sent: await Promise.all(begin()), after: await api.status(quote.id) }
  return { text, sent, after, again }
}

/** Onboards the new broker of a quote in `approved_rate`; what that does to the quote is open (R10). */
async function onboard(occasion: Occasion): Promise<Act | undefined> {
  const { run, driven } = occasion
  if (stateNow(occasion) !== 'approved_rate' || run.holds.held !== undefined) return undefined
  const { quote, place, party } = driven
  const { quotes, operator } = party.context
  if (!isOfNewBroker(party.context, quote)) return undefined
  const { broker_email } = quote.submission
  const { step } = await tryAction(operator, 'onboard_broker', { broker_email })
  if (step.kind !== 'done') return undefined
  const after = await run.holds.waiting(async () => (await quotes.stays(quote.id)).last)
  return { text: `onboard the broker of quote ${place + 1}`, sent: [], ...(after !== undefined && { after }) }
}

/** Ends an open review and waits until the quote shows it, since reads may lag behind the operator's action. */
async function review(occasion: Occasion, end: 'approve' | 'decline'): Promise<Act | undefined> {
  const { run, driven } = occasion
  if (stateNow(occasion) !== 'underwriter_review' || run.holds.held !== undefined) return undefined
  const { quote, place, party } = driven
  const { quotes, operator } = party.context
  // People may have ended it at that moment.
  const { step } = await tryAction(operator, `review_${end}`, { quote_id: quote.id })
  if (step.kind !== 'done') return undefined
  const after = await run.holds.waiting(async () => (await quotes.reviewed(quote.id)).last)
  const text = `${end} the review of quote ${place + 1}`
  return { text, sent: [], ...(after !== undefined && { after }) }
}
