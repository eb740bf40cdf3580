import type { Quote } from '../../quotes/quote.ts'
import { noting, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

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
  bindRace(
    'bind-race-issues-twice',
    'Two binds at the same moment both find the quote ready, and each issues a policy',
  ),
  bindRace(
    'bind-race-after-an-update',
    'Two binds at the same moment each issue a policy where an update has emptied a cache',
    (quote) => updated.has(quote),
  ),
]
