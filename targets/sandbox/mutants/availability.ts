import type { DocumentName } from '../../../conformance/exchange.ts'
import type { BehaviourChange } from '../behaviour.ts'
import type { Cell } from '../documents/rules.ts'
import type { QuoteStatus } from '../quotes/quote.ts'
import { kebabOf, type Mutant } from './mutant.ts'

/** Changes one cell of the availability table. */
const cell =
  (name: DocumentName, state: QuoteStatus, code: Cell): BehaviourChange =>
  ({ documents: { availability } }) => ({
    documents: { availability: { ...availability, [name]: { ...availability[name], [state]: code } } },
  })

const row = (
  name: DocumentName,
  state: QuoteStatus,
  code: Cell,
  says: string,
  more: { readonly id?: string; readonly kills?: readonly string[] } = {},
): Mutant => ({
  id: more.id ?? `${name}-in-${kebabOf(state)}-${typeof code === 'number' ? code : code.before}`,
  says,
  kills: [`${name}-in-${kebabOf(state)}`, ...(more.kills ?? [])],
  change: cell(name, state, code),
})

const EARLY_POLICY = 'policy-only-in-issued'

/** The availability table, one cell wrong at a time (3.documents, 4.rule.5, 4.rule.6). */
export const availabilityMutants: readonly Mutant[] = [
  row('quote-preview', 'pending', 200, 'The preview of a quote is made before it is rated'),
  row('quote-preview', 'pending', 409, 'A preview that is not there yet is refused as the proposal is'),
  row('quote-preview', 'ready_to_bind', 400, 'The preview is there for bound quotes only'),
  row('quote-preview', 'issued', 400, 'The preview is taken away when the policy is issued'),
  row('quote-proposal', 'pending', 404, 'A proposal that is still to come is refused as if it never came'),
  row('quote-proposal', 'pending', 200, 'An empty proposal is handed out before the quote is rated'),
  row('quote-proposal', 'approved_rate', 404, 'There is a proposal only for quotes that can be bound'),
  row('quote-proposal', 'underwriter_review', 409, 'A quote under review is treated as still being rated'),
  row(
    'quote-proposal',
    'ready_to_bind',
    { once: 'generated', before: 404 },
    'Until the proposal is generated it is answered as not found',
  ),
  row('quote-proposal', 'ready_to_bind', 409, 'The proposal never leaves the queue', {
    id: 'quote-proposal-never-generated',
    kills: ['quote-proposal-arrives', 'quote-proposal-follows-event'],
  }),
  row('quote-proposal', 'bound', 404, 'A quote past the proposal stage is refused as if it had no proposal'),
  row('quote-proposal', 'bound', 200, 'The proposal stays available while the policy is being issued'),
  row('quote-proposal', 'issued', 409, 'A quote past the proposal stage has no proposal any more'),
  row('quote-proposal', 'declined', 409, 'A declined quote is treated as if its proposal were still to come'),
  row(
    'quote-proposal',
    'declined',
    200,
    'The proposal that was generated for the review is still there after a decline',
  ),
  row('quote-proposal', 'failed', 409, 'A failed quote is treated as still being rated'),
  row('policy-preview', 'pending', 200, 'The preview of a policy is made before its quote is rated'),
  row('policy-preview', 'ready_to_bind', 400, 'The preview of a policy never comes', {
    id: 'policy-preview-never-generated',
    kills: ['policy-preview-arrives', 'policy-preview-follows-proposal-ready'],
  }),
  row('policy-preview', 'issued', 200, 'The preview of a policy stays available after the issue'),
  row('policy', 'pending', 200, 'Every quote has a policy, which is empty', {
    kills: [EARLY_POLICY],
  }),
  row('policy', 'pending', 404, 'A policy that is not issued yet is answered as not found'),
  row('policy', 'ready_to_bind', 200, 'The policy can be downloaded before it is bound', {
    kills: [EARLY_POLICY],
  }),
  row('policy', 'ready_to_bind', 409, 'The policy of a quote that is not bound is answered as not ready yet'),
  row('policy', 'issued', 400, 'The policy stays hidden once it is issued', {
    kills: ['journey-from-submission-to-policy', 'policy-follows-policy-created'],
  }),
  {
    ...row('policy', 'bound', 200, 'The policy is there as soon as the bind is accepted'),
    kills: [EARLY_POLICY],
  },
  {
    ...row('policy', 'approved_rate', 200, 'Every rated quote has a policy'),
    kills: [EARLY_POLICY],
  },
]
