import type { Behaviour, BehaviourChanges } from '../behaviour.ts'
import type { ApiCall, HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import { isObject } from '../validation/types.ts'
import { inState, operating, quoteOf } from './answers.ts'
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

/** Remembers which quotes were updated. */
const noting = (
  { effects }: Behaviour,
  updated: WeakSet<Quote>,
): NonNullable<BehaviourChanges['effects']> => ({
  updated(quote, platform) {
    updated.add(quote)
    effects.updated(quote, platform)
  },
})

/** Does not bind quotes that were updated: it only answers. */
const bindingUpdated =
  (answer: (quote: Quote, answers: Behaviour['answers']) => HttpAnswer) =>
  (behaviour: Behaviour): BehaviourChanges => {
    const { operations, answers } = behaviour
    const changed = new WeakSet<Quote>()
    return {
      effects: noting(behaviour, changed),
      operations: {
        bind(call, platform) {
          const quote = quoteOf(call, platform)
          return quote?.status === 'ready_to_bind' && changed.has(quote)
            ? answer(quote, answers)
            : operations.bind(call, platform)
        },
      },
    }
  }

/** Refuses some valid updates. */
const refusing =
  (message: string, when: (body: Readonly<Record<string, unknown>>) => boolean) =>
  ({ operations, answers }: Behaviour) => ({
    operations: {
      update: (call: ApiCall, platform: Platform) =>
        quoteOf(call, platform) !== undefined && isObject(call.body) && when(call.body)
          ? answers.error(400, message)
          : operations.update(call, platform),
    },
  })

/** Defects of updates where they are allowed (2.4, 4.rule.3). */
export const updateMutants: readonly Mutant[] = [
  ...forbiddenMutants,
  {
    id: 'update-loses-the-quote',
    says: 'An update writes a new version of the quote, which is not in the index',
    kills: ['status-stays-readable'],
    change(behaviour) {
      const { access } = behaviour
      const lost = new WeakSet<Quote>()
      return {
        effects: noting(behaviour, lost),
        access: {
          sees: (partner, quote, operation) => !lost.has(quote) && access.sees(partner, quote, operation),
        },
      }
    },
  },
  {
    id: 'update-not-in-approved-rate',
    says: 'Only quotes that can be bound can be updated',
    kills: ['update-in-approved-rate'],
    change: () => ({ lifecycle: { updatable: ['ready_to_bind'] } }),
  },
  {
    id: 'update-not-in-ready-to-bind',
    says: 'The list of states for updates still says published, which no quote is in',
    kills: [
      'update-in-ready-to-bind',
      'update-each-field-alone-accepted',
      'update-all-fields-accepted',
      'update-empty-body-accepted',
    ],
    change: () => ({ lifecycle: { updatable: ['approved_rate'] } }),
  },
  {
    id: 'update-of-nothing-refused',
    says: 'An update without a change is refused',
    kills: ['update-empty-body-accepted', 'update-in-ready-to-bind'],
    change: refusing('There is nothing to update.', (body) => Object.keys(body).length === 0),
  },
  {
    id: 'update-of-the-it-manager-wants-the-flag',
    says: 'The contact of the IT manager is accepted only together with it_manager_same',
    kills: ['update-each-field-alone-accepted', 'update-in-ready-to-bind'],
    change: refusing(
      'it_manager_same is required.',
      (body) => 'it_manager_contact' in body && !('it_manager_same' in body),
    ),
  },
  {
    id: 'update-of-everything-refused',
    says: 'Insured and IT manager cannot be changed at once',
    kills: ['update-all-fields-accepted', 'update-in-ready-to-bind'],
    change: refusing(
      'One contact at a time.',
      (body) => 'it_manager_contact' in body && 'insured_contact' in body,
    ),
  },
  {
    id: 'update-crashes-on-a-list',
    says: 'A body that is a list breaks the update',
    kills: ['update-not-an-object-refused'],
    change: operating(['update'], (standard, { body }, { behaviour }) =>
      Array.isArray(body) ? behaviour.answers.error(500, 'Internal server error.') : standard(),
    ),
  },
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
    id: 'update-changes-the-product',
    says: 'An update writes the quote anew with the product of today',
    kills: ['update-changes-contact-only'],
    change: ({ record, effects }) => {
      const updated = new WeakSet<Quote>()
      return {
        effects: {
          updated(quote, platform) {
            updated.add(quote)
            effects.updated(quote, platform)
          },
        },
        record: {
          product_details: (quote, platform) =>
            updated.has(quote)
              ? { product_name: 'Cyber Insurance (amended)' }
              : record.product_details?.(quote, platform),
        },
      }
    },
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
  {
    id: 'bind-after-update-is-lost',
    says: 'A bind of an updated quote is accepted, but its job never finds the quote',
    kills: ['transition-bound-to-issued'],
    change: bindingUpdated((quote, { bindAccepted }) => bindAccepted(quote)),
  },
  {
    id: 'update-leaves-the-quote-unbindable',
    says: 'The re-rating leaves its lock, so that an updated quote cannot be bound',
    kills: ['update-leaves-quote-bindable'],
    change: bindingUpdated((_, { error }) => error(400, 'The quote is being rated.')),
  },
]
