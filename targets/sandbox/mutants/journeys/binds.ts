import { move } from '../../quotes/lifecycle.ts'
import type { Quote } from '../../quotes/quote.ts'
import { noting, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { eventAtSecondBind } from '../webhooks/events.ts'

/** Quotes for which a bind was requested too early. */
const requested = new WeakSet<Quote>()

/** Quotes whose contact was changed while they were ready. */
const updated = new WeakSet<Quote>()

/** Leaves a gap between two steps of a bind, since no transaction keeps them together. */
const bindRace = (id: string, says: string, isMeant = (_: Quote): boolean => true): Mutant => ({
  id,
  says,
  kills: ['bind-again-emits-no-second-policy'],
  change(base) {
    const { operations } = base
    return {
      operations: {
        ...noting('update', 'ready_to_bind', updated)(base).operations,
        async bind(call, platform) {
          const quote = quoteOf(call, platform)
          const isReady = quote?.status === 'ready_to_bind' && isMeant(quote)
          if (isReady) await new Promise((resolve) => setTimeout(resolve, 20))
          if (!isReady || quote.status !== 'bound') return operations.bind(call, platform)
          const { clock, events, behaviour } = platform
          clock.schedule(behaviour.timing.issue + 1, () => events.emit('policy.created', quote, platform))
          return behaviour.answers.bindAccepted(quote)
        },
      },
    }
  },
})

/** Binds that go wrong because of earlier requests. */
export const bindJourneyMutants: readonly Mutant[] = [
  eventAtSecondBind,
  bindRace(
    'bind-race-issues-twice',
    'Two binds at the same moment both find the quote ready, and each issues a policy',
  ),
  bindRace(
    'bind-race-after-an-update',
    'Two binds at the same moment each issue a policy where an update has emptied a cache',
    (quote) => updated.has(quote),
  ),
  {
    id: 'early-bind-is-kept',
    says: 'A bind during a review is refused, and carried out as soon as the review approves',
    kills: ['issued-only-by-bind'],
    change: (base) => ({
      ...noting('bind', 'underwriter_review', requested)(base),
      effects: {
        ready_to_bind(quote, platform) {
          base.effects.ready_to_bind(quote, platform)
          if (requested.has(quote)) move(quote, 'bound', platform)
        },
      },
    }),
  },
]
