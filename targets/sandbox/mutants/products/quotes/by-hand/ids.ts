import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../../../../conformance/json/object.ts'
import type { BehaviourChange } from '../../../../behaviour.ts'
import type { ApiCall, HttpAnswer } from '../../../../http/answer.ts'
import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { operating } from '../../../answers.ts'
import { alongCourses } from '../../../course.ts'
import { instead } from '../../../instead.ts'

/** The answer to a submission that is mistaken for an existing quote's. */
function submittedAs(known: Quote, platform: Platform): HttpAnswer {
  const { answers, record } = platform.behaviour
  const shown = Object.entries(record).map(([field, make]) => [field, make(known, platform)])
  return answers.submitted(Object.fromEntries(shown))
}

/** Mistakes some submissions for one of the quotes that there are. */
const mistaking = (
  isSame: (quote: Quote, submitted: ApiCall, platform: Platform) => boolean,
): BehaviourChange =>
  operating(['submit'], (standard, call, platform) => {
    const known = [...platform.quotes.values()].find((quote) => isSame(quote, call, platform))
    return known === undefined ? standard() : submittedAs(known, platform)
  })

/** Counts the things of each partner by themselves, with eight digits. */
function sequences(): (partnerId: string) => string {
  const counts = new Map<string, number>()
  return (partnerId) => {
    const count = (counts.get(partnerId) ?? 0) + 1
    counts.set(partnerId, count)
    return String(count).padStart(8, '0')
  }
}

/** Quotes, policies and events that are not told apart (2.3, 6.headers, 6.payload). */
export const IDS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'failures-are-merged': mistaking(
    ({ submission }, { body }, { behaviour }) =>
      submission.insured_name === (body as { insured_name?: unknown } | undefined)?.insured_name &&
      behaviour.rating.outcome(submission) === 'failed',
  ),
  'one-quote-for-two-partners': mistaking(
    ({ partnerId, submission }, { partner, body }) =>
      partnerId !== partner.id && isDeepStrictEqual(submission, body),
  ),
  'one-quote-for-an-insured'(base) {
    const known = new Map<string, Quote>()
    return instead('operations.submit', (usual, call, platform) => {
      const before = new Set(platform.quotes.keys())
      const answer = usual(call, platform)
      if (answer instanceof Promise || answer.status !== 200 || !isObject(call.body)) return answer
      const key = JSON.stringify([call.partner.id, call.body.insured_name])
      const first = known.get(key)
      for (const [id, quote] of platform.quotes)
        if (!before.has(id) && first === undefined) known.set(key, quote)
      return first === undefined ? answer : submittedAs(first, platform)
    })(base)
  },
  'held-policies-have-one-id': alongCourses((courseOf) => {
    let first: { readonly id: string; readonly at: number } | undefined
    return instead('effects.issued', (usual, quote, platform) => {
      const { ids, effects } = platform.behaviour
      const now = platform.clock.now()
      if (!courseOf(quote).boundHeld) return usual(quote, platform)
      if (first === undefined || first.at !== now) first = { id: ids.policy(platform), at: now }
      quote.policyId = first.id
      if (quote.announcesLate) effects.proposalAnnounced(quote, platform)
      platform.events.emit('policy.created', quote, platform)
    })
  }),
  'event-ids-by-partner'(base) {
    const next = sequences()
    return instead('events.made', (usual, ...about) =>
      usual(...about).map((event) =>
        event.partnerId === undefined ? event : { ...event, id: `evt_${next(event.partnerId)}` },
      ),
    )(base)
  },
  'policy-ids-by-partner'(base) {
    const next = sequences()
    return instead('effects.issued', (usual, quote, platform) => {
      const { behaviour } = platform
      const ids = { ...behaviour.ids, policy: () => `POL-${next(quote.partnerId)}` }
      usual(quote, { ...platform, behaviour: { ...behaviour, ids } })
    })(base)
  },
  'event-ids-by-the-millisecond': instead('ids.event', (_, { clock }) => `evt-${clock.now()}`),
}
