import type { QuoteStatus } from '../quotes/quote.ts'
import { inState } from './answers.ts'
import { kebabOf, type Mutant } from './mutant.ts'

type Closed = Exclude<QuoteStatus, 'ready_to_bind' | 'approved_rate'>

/** The state to which an update leads that is refused and yet carried out, by the state before. */
const wrongStates: Readonly<Record<Closed, QuoteStatus>> = {
  pending: 'underwriter_review',
  bound: 'ready_to_bind',
  issued: 'ready_to_bind',
  declined: 'pending',
  underwriter_review: 'pending',
  failed: 'pending',
}

const forbiddenMutants: readonly Mutant[] = (Object.keys(wrongStates) as Closed[]).flatMap(
  (state): readonly Mutant[] => [
    {
      id: `update-in-${kebabOf(state)}-accepted`,
      says: `An update of a quote in ${state} is accepted and changes the contact`,
      kills: [`update-in-${kebabOf(state)}`],
      change: inState(['update'], [state], (quote, _, { behaviour }) => behaviour.answers.updated(quote)),
    },
    {
      id: `update-in-${kebabOf(state)}-takes-effect`,
      says: `An update of a quote in ${state} is refused and sends it through rating all the same`,
      kills: [`update-keeps-${kebabOf(state)}`],
      change: inState(['update'], [state], (quote, standard) => {
        const answer = standard()
        quote.status = wrongStates[state]
        return answer
      }),
    },
  ],
)

/** Defects of updates (2.4, 4.rule.3). */
export const updateMutants: readonly Mutant[] = [
  ...forbiddenMutants,
  {
    id: 'update-crashes-on-no-json',
    says: 'A body that is no JSON breaks the update',
    kills: ['update-not-json-refused', 'hostile-updates-refused', 'hostile-bodies-no-server-error'],
    change: ({ http }) => ({
      http: {
        failed: (status, message, operation, platform) =>
          http.failed(operation === 'update' && status === 400 ? 500 : status, message, operation, platform),
      },
    }),
  },
  {
    id: 'update-moves-the-effective-date',
    says: 'The re-rating after an update uses the day of the update as the effective date',
    kills: ['update-changes-contact-only', 'effective-date-as-submitted'],
    change: ({ effects }) => ({
      effects: {
        updated(quote, platform) {
          effects.updated(quote, platform)
          const effectiveDate = platform.behaviour.formats.date(platform.clock.now())
          platform.clock.schedule(platform.behaviour.timing.rerating, () => {
            if (quote.rating !== undefined) quote.rating = { ...quote.rating, effectiveDate }
          })
        },
      },
    }),
  },
]
