import type { Exchange } from '../../../conformance/exchange.ts'
import { breaksIn, firstOfEachRequirement } from '../../../generators/breaks.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { stateOf } from '../vocabulary/quotes/record.ts'
import { type UpdateKind, updatesFor } from '../vocabulary/updates/changes.ts'
import { downloadingAfter } from './downloads.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { Act, Occasion } from './occasion.ts'
import { endReview, onboard } from './operator-actions.ts'
import { readDocuments, readQuoteDocument, stateAfter } from './read-documents.ts'
import type { JourneyRun } from './run.ts'

/** The longest rest in real time; the suite does not wait for a queued re-rating that takes longer. */
const REST_MS = 5_000
/** The same while this journey holds work back: shorter, since the other journeys wait meanwhile. */
const HELD_REST_MS = 2_000
/** A rest during a hold, of a moved clock: the times of events are judged to the minute. */
const HELD_MS = 120_000

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
      return endReview(occasion, step.action)
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
    case 'renew':
      return renew(occasion, 'go on with a new token')
    case 'change-client': {
      const client = await occasion.run.clients?.second()
      if (client === undefined || party.name === 'other') return undefined
      return renew(occasion, 'go on with another client', client)
    }
    case 'deactivate-client':
      if ((await driven.borrowed?.inactive) !== true) return undefined
      return { text: `deactivate the client that submitted ${name}`, sent: [await api.status(quote.id)] }
    case 'access-as-other-partner':
      return accessAsOtherPartner(driven, `ask for ${name} as somebody else`)
    case 'listen':
    case 'hold-rating':
    case 'hold-issue':
    case 'release':
      return undefined
    case 'documents': {
      const parts = await readDocuments(occasion)
      const sent = parts.flatMap((one) => one.sent)
      const after = await stateAfter(occasion, ...parts.map((one) => one.sent))
      return { text: `read the documents of ${name}`, sent, parts, after }
    }
    default: {
      const { sent, ...read } = await readQuoteDocument(occasion, step.action)
      const after = await stateAfter(occasion, sent)
      return { text: `read the ${step.action} of ${name}`, sent, ...read, after }
    }
  }
}

/** Goes on with a new token of a client; default is the one that the party uses. */
async function renew(
  { driven: { quote, party } }: Occasion,
  text: string,
  client = party.client,
): Promise<Act | undefined> {
  const usual = party.name === 'other' ? 'other-partner' : undefined
  const { token } = await party.context.http.holdToken(client ?? usual)
  if (token === undefined) return undefined
  if (client !== undefined) party.client = client
  party.credentials = { ...party.credentials, token }
  return { text, sent: [await party.context.api.status(quote.id)] }
}

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
  const breaks = firstOfEachRequirement(breaksIn(spec, 'Update'))
  const sent: Exchange[] = []
  for (const { apply } of breaks) sent.push(await api.update(quote.id, apply(all)))
  const after = await api.status(quote.id)
  return { text, sent, breaks: breaks.map(({ requirement }) => requirement), after }
}

/** Waits as long as a queued re-rating may take to begin, and until it has ended. Undefined where this journey holds work back. */
function ratedAfterRest({ holds }: JourneyRun, { quote, party }: DrivenQuote): Promise<Exchange | undefined> {
  const { clock, facts, quotes } = party.context
  return holds.waiting(async () => {
    await clock.rest(clock.virtual ? facts.timing.issue : Math.min(facts.timing.issue, REST_MS))
    return (await quotes.settle(quote.id)).last
  })
}

/** Lets time pass and waits for rating; it does not wait while this journey holds work back. */
async function rest({ run, driven }: Occasion, text: string): Promise<Act> {
  const { quote, party } = driven
  const { clock, facts, api } = party.context
  const last = await ratedAfterRest(run, driven)
  if (last !== undefined) return { text, sent: [], after: last, rested: true }
  await clock.rest(
    clock.virtual ? Math.max(facts.timing.issue, HELD_MS) : Math.min(facts.timing.issue, HELD_REST_MS),
  )
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
  const sent = await downloadingAfter(
    run,
    driven,
    'policy.created',
    () => Promise.all(begin()),
    (all) => all.some((one) => one.operation === 'bind' && succeeded(one)),
  )
  const after = await api.status(quote.id)
  if (sent.some(succeeded) || !driven.reRatingPending || stateOf(after) === undefined)
    return { text, sent, after }
  const last = await ratedAfterRest(run, driven)
  if (last === undefined) return { text, sent, after }
  return { text, sent: [...sent, ...(await Promise.all(begin()))], after: await api.status(quote.id) }
}
