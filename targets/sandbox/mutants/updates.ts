import type { Behaviour } from '../behaviour.ts'
import type { ApiCall } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { QuoteStatus } from '../quotes/quote.ts'
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
