import type { Form } from '../forms.ts'
import type { Journey, JourneyAction, Made, Possible, Step } from './journey.ts'

/** Circumstances of one quote; each that is absent is as usual. */
export interface Circumstances {
  readonly retention?: 'raised'
  /** The result of the manual review that it is submitted for. Default: no review. */
  readonly review?: 'approved' | 'declined'
  /**
   * `new`: the broker is not onboarded; `onboarded`: it is onboarded in the journey. Default: a broker who was onboarded before.
   */
  readonly broker?: 'new' | 'onboarded'
  readonly claims?: 'one'
  readonly hold?: 'rating' | 'issue'
  /** Used from the end of its rating on. */
  readonly key?: 'secondary'
  readonly token?: 'renewed'
  readonly letters?: 'beyond-ascii' | 'punctuation'
  readonly amounts?: 'strings'
  readonly fields?: 'required'
  /** It is updated twice. */
  readonly updates?: 'two'
  readonly partner?: 'other'
  /** It is bound twice at the same moment. */
  readonly binds?: 'two'
}

/**
 * Every two circumstances that can occur together do so in one of these, and so do every three of retention, review, updates and
 * hold. Platforms often fail where two features meet, even if each works by itself.
 */
export const COMBINED: readonly Circumstances[] = [
  {
    retention: 'raised',
    broker: 'onboarded',
    claims: 'one',
    key: 'secondary',
    token: 'renewed',
    letters: 'punctuation',
    amounts: 'strings',
    fields: 'required',
    updates: 'two',
    binds: 'two',
  },
  { hold: 'rating', partner: 'other', binds: 'two' },
  {
    retention: 'raised',
    review: 'approved',
    broker: 'new',
    hold: 'issue',
    token: 'renewed',
    letters: 'beyond-ascii',
    amounts: 'strings',
    updates: 'two',
    partner: 'other',
    binds: 'two',
  },
  { review: 'declined', broker: 'new', claims: 'one', key: 'secondary', letters: 'beyond-ascii' },
  {
    review: 'approved',
    broker: 'onboarded',
    hold: 'issue',
    key: 'secondary',
    letters: 'punctuation',
    fields: 'required',
  },
  {
    retention: 'raised',
    review: 'declined',
    claims: 'one',
    hold: 'rating',
    token: 'renewed',
    amounts: 'strings',
    fields: 'required',
    partner: 'other',
  },
  { review: 'approved', claims: 'one', hold: 'rating', key: 'secondary', updates: 'two' },
  {
    retention: 'raised',
    review: 'approved',
    broker: 'onboarded',
    letters: 'punctuation',
    amounts: 'strings',
    partner: 'other',
  },
  {
    claims: 'one',
    hold: 'issue',
    token: 'renewed',
    letters: 'beyond-ascii',
    fields: 'required',
    updates: 'two',
    partner: 'other',
    binds: 'two',
  },
  {
    retention: 'raised',
    broker: 'new',
    claims: 'one',
    hold: 'rating',
    letters: 'punctuation',
    fields: 'required',
    updates: 'two',
  },
  {
    review: 'declined',
    broker: 'onboarded',
    hold: 'rating',
    key: 'secondary',
    letters: 'beyond-ascii',
    amounts: 'strings',
  },
  {
    retention: 'raised',
    broker: 'onboarded',
    claims: 'one',
    hold: 'issue',
    token: 'renewed',
    fields: 'required',
  },
  { review: 'approved', letters: 'punctuation', fields: 'required', updates: 'two', binds: 'two' },
  { broker: 'new', token: 'renewed', fields: 'required', partner: 'other' },
  {
    retention: 'raised',
    review: 'approved',
    hold: 'rating',
    token: 'renewed',
    letters: 'beyond-ascii',
    amounts: 'strings',
    fields: 'required',
  },
  {
    retention: 'raised',
    review: 'declined',
    broker: 'new',
    claims: 'one',
    token: 'renewed',
    letters: 'punctuation',
    amounts: 'strings',
    fields: 'required',
  },
]

/**
 * The journeys of these circumstances. Whatever a target does not offer is left out; the remaining circumstances still occur
 * together.
 */
export function combinedJourneys(possible: Possible): readonly Journey[] {
  return COMBINED.map((all) => journey(offeredOf(all, possible), possible.actions))
}

function offeredOf(all: Circumstances, { actions, outcomes, partners }: Possible): Circumstances {
  const { retention, review, broker, hold, partner, ...others } = all
  return {
    ...others,
    ...(retention && outcomes.includes('retention_raised') && { retention }),
    ...(review && outcomes.includes('underwriter_review') && { review }),
    ...(broker && outcomes.includes('approved_rate') && { broker }),
    ...(hold && actions.includes(`hold-${hold}`) && { hold }),
    ...(partner && partners.includes(partner) && { partner }),
  }
}

function journey(all: Circumstances, actions: readonly JourneyAction[]): Journey {
  const steps = actionsFor(all).filter(({ action }) => actions.includes(action))
  return { quotes: [madeFor(all)], steps }
}

/** The outcomes that a quote is submitted for, the most important for its course first. */
const outcomesOf = ({ review, broker, retention }: Circumstances): readonly string[] => [
  ...(review ? ['underwriter_review'] : []),
  ...(broker ? ['approved_rate'] : []),
  ...(retention ? ['retention_raised'] : []),
]

function madeFor(all: Circumstances): Made {
  const { broker, letters, amounts, fields, claims, partner } = all
  const [outcome = 'ready_to_bind', ...also] = outcomesOf(all)
  const forms: readonly Form[] = [
    ...(letters ? [letters] : []),
    ...(amounts ? (['amounts-as-strings'] as const) : []),
    ...(fields ? (['required-only'] as const) : []),
    ...(claims ? (['with-claims'] as const) : []),
  ]
  return {
    outcome,
    ...(also.length > 0 && { also }),
    ...(partner && { partner }),
    ...(broker === 'onboarded' && { broker: 'new' }),
    ...(forms.length > 0 && { forms }),
  }
}

const patiently = (...actions: readonly JourneyAction[]): readonly Step[] =>
  actions.map((action) => ({ quote: 0, action, immediate: false }))

/** All that may be asked of a quote whose work is held, or that has settled in another state than ready to bind. */
const ASKED: readonly JourneyAction[] = ['quote-proposal', 'update', 'bind', 'access-as-other-partner']

const DECISIONS = { approved: 'approve', declined: 'decline' } as const

/** Decisions of an operator about a quote; the journey leaves out those that the quote does not wait for. */
const decisionsFor = ({ review, broker }: Circumstances): readonly JourneyAction[] => [
  ...(review ? [DECISIONS[review]] : []),
  ...(broker === 'onboarded' ? (['onboard'] as const) : []),
]

function actionsFor(all: Circumstances): readonly Step[] {
  const { review, broker, hold, key, token, updates } = all
  const rating =
    hold === 'rating' ? patiently('hold-rating', ...ASKED, 'release', 'status') : patiently('status')
  const credentials = patiently(
    ...(token === undefined ? [] : (['renew'] as const)),
    ...(key === undefined ? [] : (['rotate'] as const)),
  )
  const decisions = decisionsFor(all)
  const decided = decisions.length === 0 ? [] : patiently(...ASKED, ...decisions)
  const updated = patiently(
    'invalid-update',
    ...(updates === undefined ? [] : (['update', 'rest', 'update', 'rest'] as const)),
  )
  const isReady = review === 'approved' || (review === undefined && broker !== 'new')
  const rest = isReady ? boundUnder(all) : patiently(...ASKED, 'rest')
  return [...rating, ...decided, ...credentials, ...updated, ...rest]
}

const boundUnder = ({ hold, binds }: Circumstances): readonly Step[] => {
  const bind = binds === undefined ? 'bind' : 'bind-and-bind'
  return [
    ...patiently('access-as-other-partner', 'quote-preview', 'quote-proposal', 'policy-preview'),
    ...(hold === 'issue' ? patiently('hold-issue', bind, ...ASKED, 'release') : patiently(bind)),
    ...patiently('policy', 'quote-preview', 'policy-preview', ...ASKED, 'rest'),
  ]
}
