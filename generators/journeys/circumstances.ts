import { type Cover, cover, coveredBy, type PartOf, type RowOf } from '../cover.ts'
import type { Form } from '../forms.ts'
import type { Journey, JourneyAction, Made, Possible, Step } from './journey.ts'

/** Circumstances of one quote, each with its values; the first is the usual one. A new circumstance is one more line here. */
export const CIRCUMSTANCES = {
  retention: ['as-submitted', 'raised'],
  /** The result of the manual review that it is submitted for. */
  review: ['none', 'approved', 'declined'],
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

type Name = keyof typeof CIRCUMSTANCES
export type Circumstances = RowOf<typeof CIRCUMSTANCES>
type Part = PartOf<typeof CIRCUMSTANCES>

/** Values that cannot meet: such a quote is never bound or updated, and the second partner has one key. */
const APART: readonly Part[] = [
  { review: 'declined', hold: 'issue' },
  { review: 'declined', binds: 'two' },
  { review: 'declined', updates: 'two' },
  { review: 'declined', updates: 'beyond-ascii' },
  // A new broker's quote that no review approves ends in approved_rate, and is never bound.
  { broker: 'new', review: 'none', hold: 'issue' },
  { broker: 'new', review: 'none', binds: 'two' },
  { partner: 'other', key: 'secondary' },
  { partner: 'other', key: 'secondary-later' },
]

/** Threes that platforms get wrong most often: what rates a quote, what changes it, and when. */
const THREES: readonly (readonly Name[])[] = [
  ['retention', 'review', 'updates'],
  ['retention', 'review', 'hold'],
  ['retention', 'updates', 'hold'],
  ['review', 'updates', 'hold'],
  ['review', 'updates', 'broker'],
  ['retention', 'updates', 'name'],
]

export interface CoverageOptions {
  readonly seed: number
  /** How many circumstances meet in each combination at least once; default 2. */
  readonly strength?: number
}

/** Journeys that cover circumstances, each with the circumstances that it is for. */
export interface CombinedJourneys {
  readonly journeys: readonly Journey[]
  /** How many combinations of circumstances can meet on this target. */
  readonly together: number
  /**
   * How many of these combinations occurred.
   *
   * @param made for each journey that was driven, what its target took of the quote; undefined where it made none
   */
  covered(made: ReadonlyMap<Journey, Made | undefined>): number
}

/**
 * The journeys of one quote each in which every two circumstances meet that can. Platforms often fail where two features meet, even
 * if each works by itself. Whatever a target does not offer drops out beforehand.
 */
export function combinedJourneys(
  possible: Possible,
  { seed, strength = 2 }: CoverageOptions,
): CombinedJourneys {
  const factors = offeredBy(possible)
  const extent = { strength, stronger: THREES }
  const { rows, together }: Cover<typeof CIRCUMSTANCES> = cover(factors, { ...extent, apart: APART, seed })
  const journeys = rows.map((row) => ({ row, journey: journeyOf(row, possible.actions) }))
  return {
    journeys: journeys.map(({ journey }) => journey),
    together,
    covered: (made) =>
      coveredBy(
        journeys.flatMap(({ row, journey }) => takenOf(row, made.get(journey))),
        factors,
        extent,
      ),
  }
}

/** The circumstances that a target offers: each value that it lacks is left out. */
function offeredBy({ actions, outcomes, partners }: Possible): typeof CIRCUMSTANCES {
  const lacks: Partial<Record<Name, (value: string) => boolean>> = {
    retention: () => !outcomes.includes('retention_raised'),
    review: (value) =>
      !outcomes.includes('underwriter_review') ||
      !actions.includes(value === 'approved' ? 'approve' : 'decline'),
    broker: (value) =>
      !outcomes.includes('approved_rate') || (value === 'onboarded-later' && !actions.includes('onboard')),
    hold: (value) => !actions.includes(value === 'rating' ? 'hold-rating' : 'hold-issue'),
    key: () => !actions.includes('rotate'),
    partner: () => !partners.includes('other'),
  }
  return Object.fromEntries(
    Object.entries(CIRCUMSTANCES).map(([name, [usual, ...others]]) => [
      name,
      [usual, ...others.filter((value) => lacks[name as Name]?.(value) !== true)],
    ]),
  ) as unknown as typeof CIRCUMSTANCES
}

/** The circumstances without those that the target refused. */
function takenOf(row: Circumstances, made: Made | undefined): readonly Part[] {
  if (made === undefined) return []
  const { forms = [] } = madeFor(row)
  const refused = forms.filter((form) => made.forms?.includes(form) !== true)
  const isRefused = (name: Name) => refused.some((form) => formsOf(row)[name] === form)
  return [Object.fromEntries(Object.entries(row).filter(([name]) => !isRefused(name as Name)))]
}

/** The outcomes that a quote is submitted for, the most important for its course first. */
const outcomesOf = ({ review, broker, retention }: Circumstances): readonly string[] => [
  ...(review === 'none' ? [] : ['underwriter_review']),
  ...(broker === 'onboarded' ? [] : ['approved_rate']),
  ...(retention === 'raised' ? ['retention_raised'] : []),
]

/** The form of a submission that each circumstance asks for, in the order of writing. */
const formsOf = ({ name, amounts, fields, claims, term }: Circumstances): Partial<Record<Name, Form>> => ({
  ...(name !== 'plain' && { name }),
  ...(amounts === 'strings' && { amounts: 'amounts-as-strings' }),
  ...(term === 'later' && { term: 'later-term' }),
  ...(fields === 'required' && { fields: 'required-only' }),
  ...(claims === 'one' && { claims: 'with-claims' }),
})

function madeFor(all: Circumstances): Made {
  const { broker, partner, key } = all
  const [outcome = 'ready_to_bind', ...also] = outcomesOf(all)
  const forms = Object.values(formsOf(all))
  return {
    outcome,
    ...(also.length > 0 && { also }),
    ...(partner === 'other' && { partner }),
    ...(key === 'secondary' && { key }),
    ...(broker === 'onboarded-later' && { broker: 'new' }),
    ...(forms.length > 0 && { forms }),
  }
}

function journeyOf(all: Circumstances, actions: readonly JourneyAction[]): Journey {
  const steps = actionsFor(all).filter(({ action }) => actions.includes(action))
  const { language, bodies } = all
  return {
    quotes: [madeFor(all)],
    steps,
    requests: [
      ...(language === 'other' ? (['other-language'] as const) : []),
      ...(bodies === 'spaced' ? (['spaced-bodies'] as const) : []),
    ],
  }
}

const patiently = (...actions: readonly JourneyAction[]): readonly Step[] =>
  actions.map((action) => ({ quote: 0, action, immediate: false }))

/** All that may be asked of a quote whose work is held, or that has settled in another state than ready to bind. */
const ASKED: readonly JourneyAction[] = [
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
  'update',
  'bind',
  'access-as-other-partner',
]

const DECISIONS = { none: [], approved: ['approve'], declined: ['decline'] } as const

/** Decisions of an operator about a quote; the journey leaves out those that the quote does not wait for. */
const decisionsFor = ({ review, broker }: Circumstances): readonly JourneyAction[] => [
  ...DECISIONS[review],
  ...(broker === 'onboarded-later' ? (['onboard'] as const) : []),
]

const UPDATES = {
  none: [],
  two: ['update', 'rest', 'update', 'rest'],
  'beyond-ascii': ['update-beyond-ascii', 'rest'],
} as const satisfies Readonly<Record<Circumstances['updates'], readonly JourneyAction[]>>

function actionsFor(all: Circumstances): readonly Step[] {
  const { review, broker, hold, key, token, updates, refusals } = all
  const refused = refusals === 'many' ? patiently('refused-requests', 'invalid-update') : []
  const rating =
    hold === 'rating'
      ? patiently('hold-rating', ...ASKED, 'release', 'status')
      : [...refused.slice(0, 1).map((step) => ({ ...step, immediate: true })), ...patiently('status')]
  const credentials = patiently(
    ...(token === 'renewed' ? (['renew'] as const) : []),
    ...(key === 'secondary-later' ? (['rotate'] as const) : []),
  )
  const decisions = decisionsFor(all)
  const decided = decisions.length === 0 ? [] : patiently(...ASKED, ...decisions)
  const updated = [...refused, ...patiently(...UPDATES[updates])]
  const isReady = review === 'approved' || (review === 'none' && broker !== 'new')
  const rest = isReady ? boundUnder(all) : patiently(...ASKED, 'rest')
  return [...rating, ...decided, ...credentials, ...updated, ...rest]
}

const boundUnder = ({ hold, binds }: Circumstances): readonly Step[] => {
  const bind = binds === 'one' ? 'bind' : 'bind-and-bind'
  return [
    ...patiently('access-as-other-partner', 'quote-preview', 'quote-proposal', 'policy-preview', 'policy'),
    ...(hold === 'issue' ? patiently('hold-issue', bind, ...ASKED, 'release') : patiently(bind)),
    ...patiently(...ASKED, 'rest'),
  ]
}
