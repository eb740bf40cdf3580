import type { PartOf, RowOf } from '../cover.ts'
import type { JourneyAction } from './journey.ts'

/** Circumstances of one quote, each with its values; the first is the usual one. A new circumstance is one more line here. */
export const CIRCUMSTANCES = {
  retention: ['as-submitted', 'raised'],
  /** The result of the manual review that it is submitted for; `open` for one that nobody ends. */
  review: ['none', 'open', 'approved', 'declined'],
  /** `onboarded-later`: its broker is onboarded in the journey. */
  broker: ['onboarded', 'new', 'onboarded-later'],
  claims: ['none', 'one'],
  hold: ['nothing', 'rating', 'issue'],
  /** `secondary-later`: from the end of its rating on. */
  key: ['primary', 'secondary', 'secondary-later'],
  token: ['kept', 'renewed'],
  name: ['plain', 'beyond-ascii', 'apostrophe', 'punctuation', 'long-name', 'very-long-name'],
  amounts: ['numbers', 'strings'],
  fields: ['all', 'required'],
  term: ['usual', 'later'],
  updates: ['none', 'two', 'beyond-ascii'],
  /** Requests that must be refused. */
  refusals: ['few', 'many'],
  partner: ['own', 'other'],
  /** `two`: at the same moment. */
  binds: ['one', 'two'],
  language: ['usual', 'other'],
  bodies: ['compact', 'spaced'],
} as const

export type Name = keyof typeof CIRCUMSTANCES
export type Circumstances = RowOf<typeof CIRCUMSTANCES>
export type Part = PartOf<typeof CIRCUMSTANCES>

/** Values that cannot meet: such a quote is never bound or updated, and the second partner has one key. */
export const APART: readonly Part[] = [
  { review: 'declined', hold: 'issue' },
  { review: 'declined', binds: 'two' },
  { review: 'declined', updates: 'two' },
  { review: 'declined', updates: 'beyond-ascii' },
  { review: 'open', hold: 'issue' },
  { review: 'open', binds: 'two' },
  { review: 'open', updates: 'two' },
  { review: 'open', updates: 'beyond-ascii' },
  // A quote under review does not wait for its broker, so that nothing can be onboarded.
  { broker: 'onboarded-later', review: 'open' },
  { broker: 'onboarded-later', review: 'approved' },
  { broker: 'onboarded-later', review: 'declined' },
  // A new broker's quote that no review approves ends in approved_rate, and is never bound.
  { broker: 'new', review: 'none', hold: 'issue' },
  { broker: 'new', review: 'none', binds: 'two' },
  { partner: 'other', key: 'secondary' },
  { partner: 'other', key: 'secondary-later' },
]

/** Threes that platforms get wrong most often: what rates a quote, what changes it, and when. */
export const THREES: readonly (readonly Name[])[] = [
  ['retention', 'review', 'updates'],
  ['retention', 'review', 'hold'],
  ['retention', 'updates', 'hold'],
  ['review', 'updates', 'hold'],
  ['review', 'updates', 'broker'],
  ['retention', 'updates', 'name'],
]

/** The action without which a value has not occurred. */
export const DONE_BY: { readonly [N in Name]?: Partial<Record<Circumstances[N], JourneyAction>> } = {
  review: { approved: 'approve', declined: 'decline' },
  broker: { 'onboarded-later': 'onboard' },
  hold: { rating: 'hold-rating', issue: 'hold-issue' },
  key: { 'secondary-later': 'rotate' },
  token: { renewed: 'renew' },
  updates: { two: 'update', 'beyond-ascii': 'update-beyond-ascii' },
  refusals: { many: 'refused-requests' },
  binds: { two: 'bind-and-bind' },
}

/** Circumstances that come from the outcome that a quote is submitted for, the most important for its course first. */
export const OUTCOMES = [
  ['review', 'underwriter_review'],
  ['broker', 'approved_rate'],
  ['retention', 'retention_raised'],
] as const satisfies readonly (readonly [Name, string])[]
