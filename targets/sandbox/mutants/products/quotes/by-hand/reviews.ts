import type { BehaviourChange } from '../../../../behaviour.ts'
import type { Platform } from '../../../../platform.ts'
import { move } from '../../../../quotes/lifecycle.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { alongCourses } from '../../../course.ts'
import { after, instead } from '../../../instead.ts'
import { changesTogether } from '../../product.ts'

/** The other quotes of the partner, oldest first. */
const othersOf = (quote: Quote, { quotes }: Platform): readonly Quote[] =>
  [...quotes.values()].filter((one) => one !== quote && one.partnerId === quote.partnerId)

/** Ends reviews of other quotes as one of them ended. */
const endingOthers = (
  meant: 'ready_to_bind' | 'declined',
  othersWith: (quote: Quote, platform: Platform) => readonly Quote[],
): BehaviourChange =>
  instead('lifecycle.review', (usual, quote, end, platform) => {
    const isReviewed = usual(quote, end, platform)
    if (isReviewed && end === meant)
      for (const other of othersWith(quote, platform)) usual(other, end, platform)
    return isReviewed
  })

/** Does something before the end of a review is asked for, whether it is refused or not. */
const atReviews = (does: (quote: Quote, end: string, platform: Platform) => void): BehaviourChange =>
  instead('lifecycle.review', (usual, quote, end, platform) => {
    does(quote, end, platform)
    return usual(quote, end, platform)
  })

/** Lets the work after a bind end in another way than with the issue of the policy. */
const issuing = (does: (quote: Quote, platform: Platform) => void): BehaviourChange =>
  instead('effects.bound', (_, quote, platform) => {
    platform.events.occur('bound', quote, platform)
    platform.work.schedule(platform.behaviour.timing.issue, () => does(quote, platform))
  })

/** Wrong ends of reviews and holds, and quotes that come back from their end (3.states, 3.transitions, R15). */
export const REVIEWS_BY_HAND: Readonly<Record<string, BehaviourChange>> = {
  'approved-review-stays': instead(
    'lifecycle.review',
    (usual, quote, end, platform) => end === 'ready_to_bind' || usual(quote, end, platform),
  ),
  'approved-review-rates-again': instead('lifecycle.review', (usual, quote, end, platform) => {
    if (end === 'declined') return usual(quote, end, platform)
    quote.status = 'pending'
    platform.clock.schedule(1500, () => void move(quote, 'ready_to_bind', platform))
    return true
  }),
  'one-approval-ends-all-reviews-of-a-partner': endingOthers('ready_to_bind', othersOf),
  // Other scenarios decline their quotes at once: the age keeps these out.
  'one-decline-ends-all-reviews-of-a-partner': endingOthers('declined', (quote, platform) =>
    platform.clock.now() - quote.createdAt >= 3000 ? othersOf(quote, platform) : [],
  ),
  'approvals-are-of-older-quotes-too': endingOthers('ready_to_bind', (quote, { quotes }) => {
    const all = [...quotes.values()]
    const { broker_email } = quote.submission
    return all
      .slice(0, all.indexOf(quote))
      .filter(({ submission }) => submission.broker_email === broker_email)
  }),
  'refused-declines-wait-for-the-issue'(base) {
    const declined = new WeakSet<Quote>()
    return changesTogether([
      atReviews((quote, end) => {
        if (quote.status === 'bound' && end === 'declined') declined.add(quote)
      }),
      issuing((quote, platform) =>
        platform.issue.pass(() => {
          if (declined.has(quote)) quote.status = 'declined'
          else move(quote, 'issued', platform)
        }),
      ),
    ])(base)
  },
  'a-refused-approval-rates-a-failed-quote-again': atReviews((quote, end, { work }) => {
    if (quote.status === 'failed' && end === 'ready_to_bind')
      work.schedule(1000, () => {
        quote.status = 'underwriter_review'
      })
  }),
  'declined-reviews-can-be-approved': atReviews((quote, end) => {
    if (quote.status === 'declined' && end === 'ready_to_bind') quote.status = 'underwriter_review'
  }),
  'onboarding-forgets-the-review': after('brokers.onboard', (_, email, { quotes }) => {
    for (const quote of quotes.values())
      if (quote.status === 'declined' && quote.submission.broker_email === email)
        quote.status = 'ready_to_bind'
  }),
  'forgets-the-second-held-bind'(base) {
    let waiting: Quote | undefined
    return instead('effects.bound', (usual, quote, platform) => {
      if (platform.issue.held && waiting !== undefined) return
      waiting = platform.issue.held ? quote : undefined
      usual(quote, platform)
    })(base)
  },
  'held-ratings-end-at-one-that-failed'(base) {
    let stoppedAt: number | undefined
    return instead('effects.pending', (_, quote, platform) => {
      const { events, work, rating, clock, behaviour } = platform
      events.occur('pending', quote, platform)
      work.schedule(behaviour.timing.rating, () => {
        const { held } = rating
        rating.pass(() => {
          if (held && stoppedAt === clock.now()) return
          behaviour.effects.rated(quote, platform)
          if (held && quote.status === 'failed') stoppedAt = clock.now()
        })
      })
    })(base)
  },
  'the-last-of-many-held-issues-is-lost'(base) {
    const waiting = new WeakMap<Platform, number>()
    return issuing((quote, platform) => {
      const count = platform.issue.held ? (waiting.get(platform) ?? 0) + 1 : 0
      waiting.set(platform, count)
      if (count < 4) platform.issue.pass(() => void move(quote, 'issued', platform))
    })(base)
  },
  'approved-reviews-are-rated-again': instead('lifecycle.review', (usual, quote, end, platform) => {
    if (!platform.rating.held || end === 'declined') return usual(quote, end, platform)
    quote.status = 'pending'
    platform.rating.pass(() => {
      quote.status = 'underwriter_review'
      usual(quote, end, platform)
    })
    return true
  }),
  'failed-quotes-go-on-with-the-others': alongCourses((courseOf) =>
    after('effects.rated', (_, quote, { quotes }) => {
      if (courseOf(quote).held > 0)
        for (const other of quotes.values()) if (other.status === 'failed') other.status = 'ready_to_bind'
    }),
  ),
}
