import type { Form } from '../forms.ts'
import type { JourneyAction, Made, SentAs } from './journey.ts'

/** How a value of a circumstance comes about. The usual value needs nothing. */
export interface CircumstanceCause {
  /** The outcome that a quote is submitted for. */
  readonly outcome?: string
  /** The form of its submission. */
  readonly form?: Form
  /** How it is made besides. */
  readonly made?: Partial<Made>
  /** How requests are sent. */
  readonly sentAs?: SentAs
  /** The action without which the value has not occurred; `stepsFor` says where it comes. */
  readonly action?: JourneyAction
}

/**
 * Circumstances of one quote, each with its values and how they come about; the first value is the usual one. A new circumstance is one
 * more line here. Those with outcomes stand in the order of their importance for a quote's course, those with forms in the order of writing.
 */
export const CIRCUMSTANCES = {
  /** The result of the manual review that it is submitted for; `open` for one that nobody ends. */
  review: {
    none: {},
    open: { outcome: 'underwriter_review' },
    approved: { outcome: 'underwriter_review', action: 'approve' },
    declined: { outcome: 'underwriter_review', action: 'decline' },
  },
  /** `onboarded-later`: its broker is onboarded in the journey. */
  broker: {
    onboarded: {},
    new: { outcome: 'approved_rate' },
    'onboarded-later': { outcome: 'approved_rate', made: { broker: 'new' }, action: 'onboard' },
  },
  retention: { 'as-submitted': {}, raised: { outcome: 'retention_raised' } },
  hold: { nothing: {}, rating: { action: 'hold-rating' }, issue: { action: 'hold-issue' } },
  /** `secondary-later`: from the end of its rating on; `secondary-once-bound`: from its first bind on. */
  key: {
    primary: {},
    secondary: { made: { key: 'secondary' } },
    'secondary-later': { action: 'rotate' },
    'secondary-once-bound': { action: 'rotate' },
  },
  token: { kept: {}, renewed: { action: 'renew' } },
  /** Of the same partner: `second` from the end of its rating on, `second-once-bound` from its first bind on, `deactivated` since its submission. */
  client: {
    usual: {},
    second: { action: 'change-client' },
    'second-once-bound': { action: 'change-client' },
    deactivated: { made: { byFormerClient: true }, action: 'deactivate-client' },
  },
  name: {
    plain: {},
    'beyond-ascii': { form: 'beyond-ascii' },
    apostrophe: { form: 'apostrophe' },
    punctuation: { form: 'punctuation' },
    long: { form: 'long-name' },
    'very-long': { form: 'very-long-name' },
    known: { form: 'known-name' },
  },
  taxId: { new: {}, known: { form: 'known-tax-id' } },
  revenue: { usual: {}, large: { form: 'large-company' } },
  limit: { usual: {}, high: { form: 'high-limit' } },
  place: { usual: {}, elsewhere: { form: 'elsewhere' } },
  website: { usual: {}, none: { form: 'no-website' } },
  amounts: { numbers: {}, strings: { form: 'amounts-as-strings' } },
  term: { usual: {}, later: { form: 'later-term' } },
  /** Behind the term: it counts back from the day on which that begins. */
  age: { usual: {}, young: { form: 'young-company' } },
  fields: { all: {}, required: { form: 'required-only' } },
  claims: { none: {}, one: { form: 'with-claims' } },
  updates: { none: {}, two: { action: 'update' }, 'beyond-ascii': { action: 'update-beyond-ascii' } },
  /** Requests that must be refused. */
  refusals: { few: {}, many: { action: 'refused-requests' } },
  /** `twice`: the same one was sent before, and has a quote of its own. */
  submission: { once: {}, twice: { made: { twice: true } } },
  partner: { own: {}, other: { made: { partner: 'other' } } },
  /** When documents are downloaded; `announced` as soon as an event announces them too. */
  downloads: { later: {}, announced: { action: 'listen' } },
  /** `two`: at the same moment. */
  binds: { one: {}, two: { action: 'bind-and-bind' } },
  language: { usual: {}, other: { sentAs: 'other-language' } },
  bodies: { compact: {}, spaced: { sentAs: 'spaced-bodies' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CircumstanceCause>>>>

export type Name = keyof typeof CIRCUMSTANCES
export type Circumstances = { readonly [N in Name]: keyof (typeof CIRCUMSTANCES)[N] & string }
export type SomeCircumstances = Partial<Circumstances>

/** How the value of a circumstance comes about. */
export const circumstanceCauseOf = (name: string, value: string): CircumstanceCause => {
  const values: Readonly<Record<string, CircumstanceCause>> | undefined = CIRCUMSTANCES[name as Name]
  return values?.[value] ?? {}
}

/** How the values of a row come about, in the order of the circumstances. */
export const causesOf = (row: SomeCircumstances): readonly CircumstanceCause[] =>
  Object.keys(CIRCUMSTANCES).flatMap((name) => circumstanceCauseOf(name, row[name as Name] ?? ''))

/** Quotes that are never bound, and values that need a bind. A new broker's quote that no review approves ends in approved_rate. */
const NEVER_BOUND: readonly SomeCircumstances[] = [
  { review: 'declined' },
  { review: 'open' },
  { broker: 'new', review: 'none' },
]
const OF_BINDS: readonly SomeCircumstances[] = [
  { hold: 'issue' },
  { binds: 'two' },
  { key: 'secondary-once-bound' },
  { client: 'second-once-bound' },
]

/** The second partner has one key and one client. */
const OF_THE_FIRST_PARTNER: readonly SomeCircumstances[] = [
  { key: 'secondary' },
  { key: 'secondary-later' },
  { key: 'secondary-once-bound' },
  { client: 'second' },
  { client: 'second-once-bound' },
  { client: 'deactivated' },
]

/** Values that cannot meet. */
export const APART: readonly SomeCircumstances[] = [
  ...NEVER_BOUND.flatMap((quote) => OF_BINDS.map((bind) => ({ ...quote, ...bind }))),
  ...OF_THE_FIRST_PARTNER.map((value) => ({ partner: 'other' as const, ...value })),
  { review: 'declined', updates: 'two' },
  { review: 'declined', updates: 'beyond-ascii' },
  { review: 'open', updates: 'two' },
  { review: 'open', updates: 'beyond-ascii' },
  // A quote under review does not wait for its broker, so that nothing can be onboarded.
  { broker: 'onboarded-later', review: 'open' },
  { broker: 'onboarded-later', review: 'approved' },
  { broker: 'onboarded-later', review: 'declined' },
  // Nothing is announced of a quote that is not ready to bind, or it need not be.
  { downloads: 'announced', review: 'open' },
  { downloads: 'announced', review: 'declined' },
  { downloads: 'announced', broker: 'new', review: 'none' },
  // Where equal submissions have one quote (R2), a known insured would have none of its own.
  { submission: 'twice', name: 'known' },
  { submission: 'twice', taxId: 'known' },
  // Neither a tax id nor the year of founding need be given.
  { taxId: 'known', fields: 'required' },
  { age: 'young', fields: 'required' },
]

/**
 * Sets whose values all meet, since platforms get them wrong most often: what rates a quote, what changes it, and when. The set of four has
 * each kind of quote without any other detour, of which it is certain how many events its rating has.
 */
export const STRONGER: readonly (readonly Name[])[] = [
  ['retention', 'review', 'hold'],
  ['retention', 'updates', 'hold'],
  ['review', 'updates', 'hold'],
  ['review', 'updates', 'broker', 'retention'],
  ['retention', 'updates', 'name'],
]

/** A quote without a detour, of which it is certain how many events its rating has. Each other circumstance meets one. */
export const WITHOUT_DETOUR: SomeCircumstances = {
  review: 'none',
  broker: 'onboarded',
  hold: 'nothing',
  updates: 'none',
}
