import { type Cover, cover, coveredBy } from '../cover.ts'
import type { Form } from '../forms.ts'
import {
  APART,
  CIRCUMSTANCES,
  type Circumstances,
  DONE_BY,
  type Name,
  OUTCOMES,
  type Part,
  THREES,
} from './circumstances.ts'
import type { Journey, JourneyAction, Made, Possible, Step } from './journey.ts'

export interface CoverageOptions {
  readonly seed: number
  /** How many circumstances meet in each combination at least once; default 2. */
  readonly strength?: number
}

/** How a journey went: what its target took of the quote, and the actions that were carried out. */
export interface DrivenAs {
  readonly made: Made
  readonly actions: readonly string[]
}

/** Journeys that cover circumstances, each with the circumstances that it is for. */
export interface CombinedJourneys {
  readonly journeys: readonly Journey[]
  /** How many combinations of circumstances can meet on this target. */
  readonly together: number
  /**
   * How many of these combinations occurred.
   *
   * @param driven what was done in each journey that made a quote
   */
  covered(driven: ReadonlyMap<Journey, DrivenAs>): number
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
    covered: (driven) =>
      coveredBy(
        journeys.flatMap(({ row, journey }) => takenOf(row, driven.get(journey))),
        factors,
        extent,
      ),
  }
}

/** The circumstances that a target offers: each value that it lacks is left out. */
function offeredBy({ actions, outcomes, partners }: Possible): typeof CIRCUMSTANCES {
  const lacks = (name: Name, value: string): boolean => {
    const [outcome, action] = [outcomeOf(name), actionOf(name, value)]
    return (
      (outcome !== undefined && !outcomes.includes(outcome)) ||
      (action !== undefined && !actions.includes(action)) ||
      // Both values of a key need a second one.
      (name === 'key' && !actions.includes('rotate')) ||
      (name === 'partner' && !partners.includes('other'))
    )
  }
  return Object.fromEntries(
    Object.entries(CIRCUMSTANCES).map(([name, [usual, ...others]]) => [
      name,
      [usual, ...others.filter((value) => !lacks(name as Name, value))],
    ]),
  ) as unknown as typeof CIRCUMSTANCES
}

const outcomeOf = (name: Name): string | undefined => OUTCOMES.find(([one]) => one === name)?.[1]

const actionOf = (name: Name, value: string): JourneyAction | undefined =>
  (DONE_BY[name] as Partial<Record<string, JourneyAction>> | undefined)?.[value]

/** The circumstances without those that the target refused, and those that never occurred. */
function takenOf(row: Circumstances, driven: DrivenAs | undefined): readonly Part[] {
  if (driven === undefined) return []
  const { made, actions } = driven
  const outcomes = [made.outcome, ...(made.also ?? [])]
  const forms = formsOf(row)
  const hasOccurred = (name: Name): boolean => {
    const [outcome, action, form] = [outcomeOf(name), actionOf(name, row[name]), forms[name]]
    const isUsual = row[name] === CIRCUMSTANCES[name][0]
    return (
      (isUsual || outcome === undefined || outcomes.includes(outcome)) &&
      (action === undefined || actions.includes(action)) &&
      (form === undefined || made.forms?.includes(form) === true)
    )
  }
  return [Object.fromEntries(Object.entries(row).filter(([name]) => hasOccurred(name as Name)))]
}

/** The outcomes that a quote is submitted for. */
const outcomesOf = (all: Circumstances): readonly string[] =>
  OUTCOMES.flatMap(([name, outcome]) => (all[name] === CIRCUMSTANCES[name][0] ? [] : [outcome]))

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

const DECISIONS = { none: [], open: [], approved: ['approve'], declined: ['decline'] } as const

/** Decisions of an operator about a quote; the journey leaves out those that the quote does not wait for. */
const decisionsFor = ({ review, broker }: Circumstances): readonly JourneyAction[] => [
  ...DECISIONS[review],
  ...(broker === 'onboarded-later' ? (['onboard'] as const) : []),
]

const UPDATES = {
  none: [],
  two: ['quote-proposal', 'update', 'rest', 'update', 'rest'],
  'beyond-ascii': ['quote-proposal', 'update-beyond-ascii', 'rest'],
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
  // A refused bind may be carried out by mistake a moment later, which would be right after the decision.
  const decided = decisions.length === 0 ? [] : patiently(...ASKED, 'rest', ...decisions)
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
