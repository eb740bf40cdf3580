import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Variant } from './variant.ts'

type Timing = Behaviour['timing']
const timed =
  (timing: Partial<Timing>): BehaviourChange =>
  () => ({ timing })

/** Rates before the answer to a submission, unless an operator holds rating. */
const atOnce: BehaviourChange = ({ effects }) => ({
  effects: { pending: (quote, platform) => platform.rating.pass(() => effects.rated(quote, platform)) },
})

/** How fast a quote changes its states, and which of them can be seen (3, R6, R7, R10, R11). */
export const lifecycleVariants: readonly Variant[] = [
  {
    id: 'rated-at-once',
    says: 'Submit answers when rating is over',
    choice: 'rating',
    observes: [],
    change: atOnce,
  },
  {
    id: 'rated-slowly',
    says: 'Rating takes most of the time that the profile grants',
    choice: 'rating',
    observes: [],
    change: timed({ rating: 8500 }),
  },
  {
    id: 'works-in-real-time',
    says: 'Rating, documents and issue take seconds of real time, however the clock of everything else is moved',
    choice: 'clock of the work',
    observes: [],
    change: () => ({}),
    options: { worksInRealTime: true },
    exclusive: 'real time',
  },
  {
    id: 'fails-at-once',
    says: 'Processing fails during the submit request',
    choice: 'failure',
    observes: ['observe-failed-on-submit'],
    change: ({ effects }) => ({
      effects: {
        pending(quote, platform) {
          const fails = platform.behaviour.rating.outcome(quote.submission) === 'failed'
          if (fails && !platform.rating.held) move(quote, 'failed', platform)
          else effects.pending(quote, platform)
        },
      },
    }),
  },
  {
    id: 'issued-at-once',
    says: 'A bind is carried out within the same second, so that bound is never seen',
    choice: 'issue',
    observes: ['observe-bound-seen'],
    change: () => ({
      effects: {
        bound: (quote, platform) => platform.issue.pass(() => void move(quote, 'issued', platform)),
      },
    }),
  },
  {
    id: 'issued-slowly',
    says: 'A bind takes most of the time that the profile grants',
    choice: 'issue',
    observes: [],
    change: timed({ issue: 13_000 }),
  },
  {
    id: 'bound-a-moment-later',
    says: 'A bind is queued, and the quote shows it a moment after the answer',
    choice: 'start of the bind',
    observes: [],
    change: ({ lifecycle }) => ({
      operations: {
        bind(call, platform) {
          const { answers } = platform.behaviour
          const quote = platform.quotes.get(call.id.toLowerCase())
          if (quote === undefined || !platform.behaviour.access.sees(call.partner, quote, 'bind'))
            return answers.error(404, 'Quote not found.')
          if (!lifecycle.bindable.includes(quote.status)) return answers.error(400, 'It cannot be bound.')
          platform.clock.schedule(300, () => void move(quote, 'bound', platform))
          return answers.bindAccepted(quote)
        },
      },
    }),
  },
  {
    id: 'policies-shown-a-moment-later',
    says: 'A read comes from a copy of the data that is behind, so that a policy is announced before it is seen',
    choice: 'lag of reads',
    observes: [],
    change({ effects, record }) {
      const since = new WeakMap<Quote, number>()
      return {
        effects: {
          issued(quote, platform) {
            since.set(quote, platform.clock.now())
            effects.issued(quote, platform)
          },
        },
        record: {
          quote_status(quote, platform) {
            const issued = since.get(quote) ?? Number.NEGATIVE_INFINITY
            return platform.clock.now() - issued < 200 ? 'bound' : record.quote_status?.(quote, platform)
          },
        },
      }
    },
  },
  {
    id: 'proposal-at-once',
    says: 'The proposal is there when the rate is',
    choice: 'proposal',
    observes: [],
    change: timed({ proposal: 0 }),
  },
  {
    id: 'proposal-slowly',
    says: 'The proposal takes most of the time that the profile grants',
    choice: 'proposal',
    observes: [],
    change: timed({ proposal: 9000 }),
  },
  {
    id: 'review-without-its-rate',
    says: 'Quotes under review and declined quotes show no rate',
    choice: 'details without a rate',
    observes: ['observe-details-of-unrated-quotes'],
    change: ({ lifecycle }) => ({
      lifecycle: { rated: lifecycle.rated.filter((state) => state !== 'underwriter_review') },
    }),
  },
  {
    id: 'indication-while-pending',
    says: 'A pending quote shows an indication of its terms, in part',
    choice: 'details without a rate',
    observes: ['observe-details-of-unrated-quotes'],
    change: ({ record, formats }) => ({
      record: {
        policy_term: (quote: Quote, platform) =>
          quote.status === 'pending'
            ? { effective_date: quote.submission.effective_date, policy_fee: formats.money(195) }
            : record.policy_term?.(quote, platform),
      },
    }),
  },
  {
    id: 'declined-with-its-terms',
    says: 'A declined quote still shows the terms that a person declined',
    choice: 'details without a rate',
    observes: ['observe-details-of-unrated-quotes'],
    change: ({ lifecycle }) => ({ lifecycle: { rated: [...lifecycle.rated, 'declined'] } }),
  },
  {
    id: 'declined-at-once-even-when-held',
    says: 'A decline needs no rating, so that holding that changes nothing',
    choice: 'decline while held',
    observes: ['observe-decline-while-rating-is-held'],
    change: () => ({ lifecycle: { declinesAtOnce: (outcome) => outcome === 'declined' } }),
  },
  {
    id: 'a-decline-names-its-quote',
    says: 'A decline names the id of the quote in its error, and the quote can be read',
    choice: 'declined quote',
    observes: ['observe-declined-quote-readable', 'observe-error-codes'],
    change: ({ operations, ids }) => ({
      operations: {
        async submit(call, platform) {
          const answer = await operations.submit(call, platform)
          const body = JSON.parse(String(answer.body)) as { status: string; error?: object }
          if (body.status !== 'declined') return answer
          const { behaviour, clock, quotes } = platform
          const submission = call.body as Quote['submission']
          const id = ids.quote(platform)
          quotes.set(id.toLowerCase(), {
            id,
            partnerId: call.partner.id,
            createdAt: clock.now(),
            submission,
            status: 'declined',
            contact: submission.insured_contact,
            proposal: 'none',
            announcesLate: false,
            planned: [],
          })
          const { headers, status } = behaviour.answers.declined('')
          return {
            status,
            headers,
            body: JSON.stringify({ ...body, error: { ...body.error, quote_id: id } }),
          }
        },
      },
    }),
  },
  {
    id: 'onboarding-ends',
    says: 'A broker is onboarded after a while, and its quotes become ready to bind',
    choice: 'onboarding',
    observes: ['observe-approved-rate-way-out'],
    change: ({ effects }) => ({
      effects: {
        approved_rate(quote, platform) {
          effects.approved_rate(quote, platform)
          platform.clock.schedule(12_000, () => {
            if (quote.status !== 'approved_rate') return
            quote.status = 'ready_to_bind'
            platform.behaviour.effects.ready_to_bind(quote, platform)
          })
        },
      },
    }),
  },
  {
    id: 'proposal-announced-for-the-review',
    says: 'A proposal is announced when a person begins to review the quote, which quote.created follows',
    choice: 'announced outcomes',
    observes: ['observe-proposal-ready-of-reviewed-quotes'],
    change: ({ effects }) => ({
      effects: {
        underwriter_review(quote, platform) {
          effects.underwriter_review(quote, platform)
          effects.proposalAnnounced(quote, platform)
        },
        proposalGenerated(quote, platform) {
          if (quote.proposal !== 'announced') effects.proposalGenerated(quote, platform)
        },
      },
    }),
  },
]
