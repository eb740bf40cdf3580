import type { Rating } from '../rating/rating.ts'

/** The values of `quote_status`. */
export type QuoteStatus =
  | 'pending'
  | 'approved_rate'
  | 'ready_to_bind'
  | 'bound'
  | 'issued'
  | 'declined'
  | 'underwriter_review'
  | 'failed'

export interface PostalAddress {
  readonly address_line1?: string
  readonly address_line2?: string
  readonly address_city?: string
  readonly address_state?: string
  readonly address_zip?: string
}

export interface Contact {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone?: string
  readonly preferred_method?: string
}

/** An amount as submitted: a number, or a string of digits. */
export type Amount = number | string

/**
 * A submission that has been validated. Members of its parts may be missing, since the specification does not say which are
 * required.
 */
export interface ValidSubmission {
  readonly broker_email: string
  readonly insured_name: string
  readonly insured_location: PostalAddress
  readonly insured_taxid?: string
  readonly claims: { readonly claims_count?: number; readonly claims_amount?: number }
  readonly year_founded?: number
  readonly effective_date: string
  readonly revenue: Amount
  readonly naics: number
  readonly question_highrisk: boolean
  readonly agg_limit: Amount
  readonly retention: Amount
  readonly website: { readonly has_website?: boolean; readonly domainName?: string }
  readonly insured_contact: Contact
}

export interface ItManager {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly title?: string
}

/** An update that has been validated. */
export interface ValidUpdate {
  readonly insured_contact?: Contact
  readonly it_manager_same?: boolean
  readonly it_manager_contact?: ItManager
}

/** A step of a quote that comes by itself after a time. */
export type QuoteStep = 'rated' | 'proposalGenerated' | 'issued' | 'repriced'

/** The progress of the proposal: it can be read from `generated` on, and its event was emitted at `announced`. */
export type ProposalState = 'none' | 'generated' | 'announced'

export interface Quote {
  readonly id: string
  readonly partnerId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly submission: ValidSubmission
  status: QuoteStatus
  contact: Contact
  itManager?: ItManager
  itManagerSame?: boolean
  /** Absent until rating has completed, and for a quote that failed. */
  rating?: Rating
  proposal: ProposalState
  /** True when the proposal was finished while nobody could read it: its event is emitted as soon as it can be read. */
  announcesLate: boolean
  policyId?: string
  /** The steps to come, with their moments in milliseconds since the epoch. */
  planned: readonly { readonly step: QuoteStep; readonly at: number }[]
}
