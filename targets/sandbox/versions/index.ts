import type { BehaviourChange } from '../behaviour.ts'
import {
  formerDeliveries,
  formerStates,
  required,
  without,
  withoutField,
  withoutIntegrationKey,
  withoutProposalReady,
} from './former.ts'

/** The changes that undo each changelog entry; an entry that is missing here changed nothing in the sandbox. */
const before: Readonly<Record<string, readonly BehaviourChange[]>> = {
  '2025-10-17': [required('insured_taxid')],
  '2025-11-17': [without('quote-preview')],
  '2025-12-11': [withoutIntegrationKey],
  'v1.6.0': [formerDeliveries],
  'v1.8.0': [formerStates],
  'v1.9.0': [without('policy')],
  'v1.10.0': [withoutField('policyTerm', 'policy_fee')],
  'v1.11.0': [withoutField('coverage', 'reputational_harm_limit')],
  'v1.12.1': [withoutField('record', 'message')],
  'v1.14.0': [without('quote-proposal'), withoutProposalReady, required('year_founded')],
  'v1.14.2': [without('policy-preview')],
}

/** The changes that take the sandbox back to the time before some changelog entries. */
export const beforeEntries = (entries: readonly string[]): readonly BehaviourChange[] =>
  entries.flatMap((id) => before[id] ?? [])
