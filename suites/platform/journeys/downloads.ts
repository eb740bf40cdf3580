import { about, eventIdOf } from '../features/webhooks/event.ts'
import type { DrivenQuote } from './driven-quote.ts'
import type { JourneyRun } from './run.ts'

/** For each event that announces documents, the documents, and the states that reads still show while they lag behind it. */
const ANNOUNCED = {
  'quote.proposalReady': {
    documents: ['quote-proposal', 'policy-preview'],
    before: ['pending', 'underwriter_review'],
  },
  'policy.created': { documents: ['policy'], before: ['ready_to_bind', 'bound'] },
} as const

type Announcing = keyof typeof ANNOUNCED

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
 * where the journey does not listen to events, or itself holds the work back. Statements judge the answers.
 *
 * @param follows says whether the action leads to the event
 */
export async function downloadingAfter<T>(
  run: JourneyRun,
  driven: DrivenQuote,
  type: Announcing,
  action: () => Promise<T>,
  follows: (done: T) => boolean = () => true,
): Promise<T> {
  const known = idsOf(type, run, driven).size
  const done = await action()
  if (!run.listens || !follows(done)) return done
  const { api, facts, quotes, spec, webhooks } = driven.party.context
  const { timing } = facts
  const withinMs = (type === 'policy.created' ? timing.issue : timing.proposal) + timing.deliverySlack
  const { documents, before } = ANNOUNCED[type]
  await run.holds.waiting(async () => {
    if (!(await webhooks.until(() => idsOf(type, run, driven).size > known, withinMs))) return
    const isOver = (state = '') => !before.some((one) => one === state)
    const { state } = await quotes.caughtUp(driven.quote.id, isOver)
    // The preview of a policy can be had of a quote that is ready to bind only (3.documents).
    for (const name of documents)
      if (name in spec.documents && (name !== 'policy-preview' || state === 'ready_to_bind'))
        await api.document(name, driven.quote.id)
  })
  return done
}
