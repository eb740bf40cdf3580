import type { Circumstances } from './circumstances.ts'
import type { JourneyAction, Step } from './journey.ts'

const immediately = (action: JourneyAction): readonly Step[] => [{ quote: 0, action, immediate: true }]

const patiently = (...actions: readonly JourneyAction[]): readonly Step[] =>
  actions.map((action) => ({ quote: 0, action, immediate: false }))

/** All that may be asked of a quote whose work is held, or that has settled in another state than ready to bind. */
const ASKED: readonly JourneyAction[] = ['documents', 'update', 'bind', 'access-as-other-partner']

/**
 * The moments of a quote at which anything may be asked of it, with requests that always come then. While work is held a platform has most
 * to lose, and few journeys have a hold. In the end documents show the result.
 */
const MOMENTS = {
  'rating is held': ASKED,
  undecided: [],
  'not ready': ['documents'],
  'issue is held': ASKED,
  bound: ['documents'],
} as const satisfies Readonly<Record<string, readonly JourneyAction[]>>

/** How many plans there are for what is asked at which moment. */
export const TURNS = ASKED.length

/** The requests at a moment: those that always come then, and half of the others, by turns. */
function askedAt(moment: keyof typeof MOMENTS, turn: number): readonly JourneyAction[] {
  const always: readonly JourneyAction[] = MOMENTS[moment]
  const first = turn + Object.keys(MOMENTS).indexOf(moment)
  return ASKED.filter(
    (action, place) => always.includes(action) || (first + place) % ASKED.length < ASKED.length / 2,
  )
}

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

/**
 * The steps of the journey of one quote under some circumstances. Actions that a target lacks are left out later.
 *
 * @param turn below `TURNS`: decides what is asked at which moment
 */
export function stepsFor(all: Circumstances, turn: number): readonly Step[] {
  const { review, broker, hold, key, token, client, updates, refusals, downloads } = all
  const listening = downloads === 'announced' ? immediately('listen') : []
  const refused = refusals === 'many' ? patiently('refused-requests', 'invalid-update') : []
  const submitted = client === 'deactivated' ? immediately('deactivate-client') : []
  const rating =
    hold === 'rating'
      ? [
          ...patiently('hold-rating'),
          ...submitted,
          // A time of its event that is that of its submission would be wrong by the length of the rest.
          ...patiently(...askedAt('rating is held', turn), 'rest', 'status', 'release', 'status'),
        ]
      : [
          ...submitted,
          ...(refusals === 'many' ? immediately('refused-requests') : []),
          ...patiently('status'),
        ]
  const credentials = patiently(
    ...(client === 'second' ? (['change-client'] as const) : []),
    ...(token === 'renewed' ? (['renew'] as const) : []),
    ...(key === 'secondary-later' ? (['rotate'] as const) : []),
  )
  const decisions = decisionsFor(all)
  // A refused bind may be carried out by mistake a moment later, which would be right after the decision.
  const decided = decisions.length === 0 ? [] : patiently(...askedAt('undecided', turn), 'rest', ...decisions)
  const updated = [...refused, ...patiently(...UPDATES[updates])]
  const isReady = review === 'approved' || (review === 'none' && broker !== 'new')
  const rest = isReady ? boundUnder(all, turn) : patiently(...askedAt('not ready', turn), 'rest')
  return [...listening, ...rating, ...decided, ...credentials, ...updated, ...rest]
}

const boundUnder = ({ hold, binds, key, client }: Circumstances, turn: number): readonly Step[] => {
  const bind = [
    ...patiently(binds === 'two' ? 'bind-and-bind' : 'bind'),
    ...patiently(...(key === 'secondary-once-bound' ? (['rotate'] as const) : [])),
    ...patiently(...(client === 'second-once-bound' ? (['change-client'] as const) : [])),
  ]
  return [
    ...patiently('access-as-other-partner', 'documents'),
    ...(hold === 'issue'
      ? [...patiently('hold-issue'), ...bind, ...patiently(...askedAt('issue is held', turn), 'release')]
      : bind),
    ...patiently(...askedAt('bound', turn), 'rest'),
  ]
}
