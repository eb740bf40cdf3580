import { about, eventIdOf } from '../vocabulary/events/event.ts'
import type { Announcing, DrivenQuote } from './driven-quote.ts'
import { patience } from './endpoints.ts'
import type { JourneyRun } from './run.ts'

/** For each event that announces documents, the documents, and the states that reads still show while they lag behind it. */
const ANNOUNCED = {
  'quote.proposalReady': {
    documents: ['quote-proposal', 'policy-preview'],
    before: ['pending', 'underwriter_review'],
  },
  'policy.created': { documents: ['policy'], before: ['ready_to_bind', 'bound'] },
} as const satisfies Readonly<Record<Announcing, object>>

/** The Event-IDs of a quote's events of a type that have come to its partner. A delivery may repeat (R25). */
function idsOf(
  type: Announcing,
  { endpoints }: JourneyRun,
  { quote, party }: DrivenQuote,
): ReadonlySet<unknown> {
  const endpoint = party.name === 'other' ? endpoints?.other : endpoints?.own
  return new Set(about(quote, type, endpoint?.arrivals() ?? []).map(eventIdOf))
}

/**
 * Performs an action, and downloads the documents that an event announces then, as soon as it comes. It only performs the action
 * where the journey does not listen to events, or itself holds the work back.
 *
 * @param follows says whether the action leads to the event
 */
export async function downloadingAfter<T>(
  run: JourneyRun,
  driven: DrivenQuote,
  type: Announcing,
  action: () => Promise<T>,
  follows: (done: T) => boolean,
): Promise<T> {
  const known = idsOf(type, run, driven).size
  const done = await action()
  if (!follows(done)) return done
  const { timing } = driven.party.context.facts
  const full = (type === 'policy.created' ? timing.issue : timing.proposal) + timing.deliverySlack
  // A proposal that came before need not come again.
  await download(run, driven, type, known, known === 0 ? full : timing.pollInterval)
  return done
}

/** Downloads the documents that the first event of a type announces: now, or as soon as it comes. Not where that was done before. */
export async function downloadOnce(run: JourneyRun, driven: DrivenQuote, type: Announcing): Promise<void> {
  const { timing } = driven.party.context.facts
  if (!driven.announced.has(type))
    await download(run, driven, type, 0, timing.proposal + timing.deliverySlack)
}

/** Waits for more events than are known, and downloads what they announce. Statements judge the answers. */
async function download(
  run: JourneyRun,
  driven: DrivenQuote,
  type: Announcing,
  known: number,
  withinMs: number,
): Promise<void> {
  const { party, quote, announced } = driven
  const { api, quotes, spec, webhooks } = party.context
  const { endpoints } = run
  const hasOne = (party.name === 'other' ? endpoints?.other : endpoints?.own) !== undefined
  if (!run.listens || endpoints === undefined || !hasOne) return
  const longest = patience(party.context, endpoints, withinMs)
  const { documents, before } = ANNOUNCED[type]
  await run.holds.waiting(async () => {
    if (!(await webhooks.until(() => idsOf(type, run, driven).size > known, longest))) return
    const isOver = (state = '') => !before.some((one) => one === state)
    const { state } = await quotes.caughtUp(quote.id, isOver)
    announced.add(type)
    // The preview of a policy can be had of a quote that is ready to bind only (3.documents).
    for (const name of documents)
      if (name in spec.documents && (name !== 'policy-preview' || state === 'ready_to_bind'))
        await api.document(name, quote.id)
  })
}
