import type { Form } from '../forms.ts'
import type { Journey, JourneyAction, Made, Possible, Step } from './journey.ts'

/** Circumstances of one quote; what is left out is as usual. */
export interface Circumstances {
  /** How it becomes ready to bind, or why it does not. Default: straight through. */
  readonly course?: 'raised' | 'approved' | 'declined' | 'approved_rate' | 'onboarded'
  readonly hold?: 'rating' | 'issue'
  /** From the end of its rating on. */
  readonly key?: 'secondary'
  readonly token?: 'renewed'
  readonly letters?: 'beyond-ascii'
  readonly amounts?: 'strings'
  readonly fields?: 'required'
  /** It is updated twice. */
  readonly updates?: 'two'
  readonly partner?: 'other'
}

/**
 * Every two circumstances that can meet do so in one of these. Platforms break where two things come together each of which they
 * serve rightly by itself.
 */
export const COMBINED: readonly Circumstances[] = [
  {
    course: 'raised',
    hold: 'rating',
    key: 'secondary',
    token: 'renewed',
    letters: 'beyond-ascii',
    amounts: 'strings',
    fields: 'required',
    updates: 'two',
  },
  { letters: 'beyond-ascii', amounts: 'strings', fields: 'required', partner: 'other' },
  { course: 'approved', hold: 'issue', amounts: 'strings', fields: 'required', updates: 'two' },
  {
    course: 'approved_rate',
    hold: 'rating',
    token: 'renewed',
    amounts: 'strings',
    fields: 'required',
    partner: 'other',
  },
  { course: 'declined', key: 'secondary', token: 'renewed', amounts: 'strings' },
  {
    course: 'raised',
    hold: 'issue',
    token: 'renewed',
    letters: 'beyond-ascii',
    fields: 'required',
    partner: 'other',
  },
  { course: 'approved_rate', key: 'secondary', letters: 'beyond-ascii', updates: 'two' },
  { hold: 'issue', key: 'secondary', token: 'renewed', updates: 'two' },
  { course: 'declined', hold: 'rating', letters: 'beyond-ascii', fields: 'required', partner: 'other' },
  { course: 'approved', token: 'renewed', letters: 'beyond-ascii', partner: 'other', updates: 'two' },
  { course: 'raised', updates: 'two', partner: 'other' },
  {
    course: 'approved',
    hold: 'rating',
    key: 'secondary',
    token: 'renewed',
    letters: 'beyond-ascii',
    amounts: 'strings',
  },
  { hold: 'rating', token: 'renewed', letters: 'beyond-ascii', partner: 'other' },
  {
    course: 'onboarded',
    hold: 'rating',
    key: 'secondary',
    token: 'renewed',
    letters: 'beyond-ascii',
    amounts: 'strings',
    fields: 'required',
    updates: 'two',
  },
  { course: 'onboarded', hold: 'issue', partner: 'other' },
  { course: 'onboarded' },
]

const OUTCOMES: Readonly<Record<string, string>> = {
  raised: 'retention_raised',
  approved: 'underwriter_review',
  declined: 'underwriter_review',
  approved_rate: 'approved_rate',
  onboarded: 'approved_rate',
}

/** The journeys of these circumstances that a target offers everything for; whatever else it lacks is left out of them. */
export function combinedJourneys(possible: Possible): readonly Journey[] {
  const { actions, outcomes, partners } = possible
  return COMBINED.flatMap((all): readonly Journey[] => {
    const made = madeFor(all)
    const isOffered = outcomes.includes(made.outcome) && partners.includes(made.partner ?? 'own')
    if (!isOffered || all.hold === undefined) return isOffered ? [journey(all, made, actions)] : []
    return actions.includes(`hold-${all.hold}`) ? [journey(all, made, actions)] : []
  })
}

function journey(all: Circumstances, made: Made, actions: readonly JourneyAction[]): Journey {
  const steps = actionsFor(all).filter(({ action }) => actions.includes(action))
  return { quotes: [made], steps }
}

function madeFor({ course, letters, amounts, fields, partner }: Circumstances): Made {
  const forms: readonly Form[] = [
    ...(letters ? (['beyond-ascii'] as const) : []),
    ...(amounts ? (['amounts-as-strings'] as const) : []),
    ...(fields ? (['required-only'] as const) : []),
  ]
  return {
    outcome: course === undefined ? 'ready_to_bind' : (OUTCOMES[course] ?? 'ready_to_bind'),
    ...(partner && { partner }),
    ...(course === 'onboarded' && { broker: 'new' }),
    ...(forms.length > 0 && { forms }),
  }
}

const patiently = (...actions: readonly JourneyAction[]): readonly Step[] =>
  actions.map((action) => ({ quote: 0, action, immediate: false }))

/** All that may be asked of a quote whose work is held, or that has come to rest elsewhere than ready to bind. */
const ASKED: readonly JourneyAction[] = ['quote-proposal', 'update', 'bind', 'access-as-other-partner']

/** Decisions of an operator about a quote that waits for one. */
const DECISIONS: Readonly<Partial<Record<NonNullable<Circumstances['course']>, JourneyAction>>> = {
  approved: 'approve',
  declined: 'decline',
  onboarded: 'onboard',
}

function actionsFor({ course, hold, key, token, updates }: Circumstances): readonly Step[] {
  const rating =
    hold === 'rating' ? patiently('hold-rating', ...ASKED, 'release', 'status') : patiently('status')
  const credentials = patiently(
    ...(token === undefined ? [] : (['renew'] as const)),
    ...(key === undefined ? [] : (['rotate'] as const)),
  )
  const decision = course === undefined ? undefined : DECISIONS[course]
  const decided = decision === undefined ? [] : patiently(...ASKED, decision)
  const updated = updates === undefined ? [] : patiently('update', 'rest', 'update', 'rest')
  const isReady = course !== 'declined' && course !== 'approved_rate'
  const rest = isReady ? boundUnder(hold) : patiently(...ASKED, 'rest')
  return [...rating, ...decided, ...credentials, ...updated, ...rest]
}

const boundUnder = (hold: Circumstances['hold']): readonly Step[] => [
  ...patiently('access-as-other-partner', 'quote-preview', 'quote-proposal', 'policy-preview'),
  ...(hold === 'issue' ? patiently('hold-issue', 'bind', ...ASKED, 'release') : patiently('bind')),
  ...patiently('policy', ...ASKED, 'rest'),
]
