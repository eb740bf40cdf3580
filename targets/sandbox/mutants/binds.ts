import { setTimeout as pause } from 'node:timers/promises'
import type { BehaviourChange } from '../behaviour.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import { inState, noting, operating } from './answers.ts'
import { kebabOf, type Mutant } from './mutant.ts'

type Closed = Exclude<QuoteStatus, 'ready_to_bind'>

/** The state to which a bind leads that is refused and yet carried out, by the state before. */
const wrongStates: Readonly<Record<Exclude<Closed, 'pending'>, QuoteStatus>> = {
  approved_rate: 'bound',
  bound: 'issued',
  issued: 'bound',
  declined: 'bound',
  underwriter_review: 'ready_to_bind',
  failed: 'pending',
}

const closed: readonly Closed[] = ['pending', ...(Object.keys(wrongStates) as Exclude<Closed, 'pending'>[])]

const refused = (state: QuoteStatus): BehaviourChange =>
  inState(['bind'], [state], (quote, standard) => {
    const answer = standard()
    if (state !== 'pending') quote.status = wrongStates[state as keyof typeof wrongStates]
    return answer
  })

/** A bind that comes too early is stored, and carried out when the quote is ready. */
const remembered: BehaviourChange = (base) => {
  const { effects } = base
  const early = new WeakSet<Quote>()
  return {
    ...noting('bind', 'pending', early)(base),
    effects: {
      ready_to_bind(quote, platform) {
        effects.ready_to_bind(quote, platform)
        if (!early.has(quote)) return
        quote.status = 'bound'
        effects.bound(quote, platform)
      },
    },
  }
}

/** A bind where it is not allowed: answered as accepted, or refused and yet carried out (4.rule.4, 3.transitions, R16). */
const forbiddenMutants: readonly Mutant[] = closed.flatMap((state): readonly Mutant[] => [
  {
    id: `bind-in-${kebabOf(state)}-accepted`,
    says: `A bind of a quote in ${state} is answered as accepted, whatever becomes of it`,
    kills: [`bind-in-${kebabOf(state)}`],
    change: inState(['bind'], [state], (quote, _, { behaviour }) => behaviour.answers.bindAccepted(quote)),
  },
  {
    id: `bind-in-${kebabOf(state)}-takes-effect`,
    says:
      state === 'pending'
        ? 'A bind that comes before the rate is refused, and carried out when the rate is there'
        : `A bind of a quote in ${state} is refused after it has changed the state`,
    kills: [`bind-keeps-${kebabOf(state)}`],
    change: state === 'pending' ? remembered : refused(state),
  },
])

/** Wrong answers to a bind (4.rule.4). */
export const bindMutants: readonly Mutant[] = [
  ...forbiddenMutants,
  {
    id: 'bind-takes-seconds',
    says: 'A bind is answered when its job has reached the queue, which takes seconds',
    kills: ['bind-answers-at-once'],
    change: operating(['bind'], async (standard) => {
      await pause(2200)
      return standard()
    }),
  },
  {
    id: 'bind-waits-for-the-policy',
    says: 'A bind is answered when the policy is issued, and with 504 where that takes too long',
    kills: ['bind-answers-before-issue'],
    change: operating(['bind'], (standard, _, { issue, behaviour }) => {
      const answer = standard()
      return issue.held ? behaviour.answers.error(504, 'The policy was not issued in time.') : answer
    }),
  },
]
