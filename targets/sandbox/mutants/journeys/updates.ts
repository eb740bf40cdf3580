import type { Quote } from '../../quotes/quote.ts'
import { noting, quoteOf } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

/** How often a quote was updated. */
const updates = new WeakMap<Quote, number>()
/** Quotes for which an update was requested too late. */
const tried = new WeakSet<Quote>()
/** Quotes whose proposal was read. */
const read = new WeakSet<Quote>()

/** Updates with wrong later effects. */
export const updateJourneyMutants: readonly Mutant[] = [
  {
    id: 'update-resets-bound',
    says: 'An update of a quote that is being bound is refused, and sets it back to ready_to_bind',
    kills: ['states-follow-the-table'],
    change: ({ operations }) => ({
      operations: {
        update(call, platform) {
          const answer = operations.update(call, platform)
          const quote = quoteOf(call, platform)
          if (quote?.status === 'bound') quote.status = 'ready_to_bind'
          return answer
        },
      },
    }),
  },
  {
    id: 'second-update-renews-created-at',
    says: 'The second update of a quote writes it anew, and with it the time of its creation',
    kills: ['created-at-never-changes'],
    change: ({ effects, record }) => ({
      effects: {
        updated(quote, platform) {
          updates.set(quote, (updates.get(quote) ?? 0) + 1)
          effects.updated(quote, platform)
        },
      },
      record: {
        created_at: (quote, platform) =>
          record.created_at?.(
            (updates.get(quote) ?? 0) < 2 ? quote : { ...quote, createdAt: quote.createdAt + 1000 },
            platform,
          ),
      },
    }),
  },
  {
    id: 'late-update-loses-policy',
    says: 'After an update was refused for an issued quote its policy can no longer be downloaded',
    kills: ['policy-in-issued'],
    change: (base) => ({
      ...noting('update', 'issued', tried)(base),
      documents: {
        code: (name, quote, platform) =>
          name === 'policy' && quote !== undefined && tried.has(quote)
            ? 400
            : base.documents.code(name, quote, platform),
      },
    }),
  },
  {
    id: 'update-after-proposal-blocks-bind',
    says: 'A quote whose proposal was read before an update can no longer be bound',
    kills: ['bind-in-ready-to-bind'],
    change: ({ operations, documents }) => ({
      documents: {
        code(name, quote, platform) {
          const code = documents.code(name, quote, platform)
          if (name === 'quote-proposal' && code === 200 && quote !== undefined) read.add(quote)
          return code
        },
      },
      operations: {
        update(call, platform) {
          const quote = quoteOf(call, platform)
          if (quote !== undefined && read.has(quote)) tried.add(quote)
          return operations.update(call, platform)
        },
        bind(call, platform) {
          const quote = quoteOf(call, platform)
          return quote !== undefined && tried.has(quote)
            ? platform.behaviour.answers.error(400, 'The proposal is out of date.')
            : operations.bind(call, platform)
        },
      },
    }),
  },
]
