import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type Download,
  downloadsIn,
  openingClaims,
  readRow,
  requirementsOfRows,
} from '../../vocabulary/documents/rows.ts'
import { finding, succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { canHold, HELD_BY, whileHeld } from '../../vocabulary/operator/hold.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { needsToReach } from '../../vocabulary/quotes/reach.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'
import { lasts } from '../../vocabulary/quotes/same-state.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** A request in a state that does not allow it, between two reads of the state. */
interface Attempt {
  /** A read before `before`: both together show which fields of the record change by themselves. */
  readonly earlier: Exchange
  readonly before: Exchange
  readonly attempt: Exchange
  readonly after: Exchange
  /** The quote after some time, with held work released. */
  readonly later: PolledState
  /** Its documents then; none unless the state lasts and the quote is still in it. */
  readonly downloads: readonly Download[]
}

interface Trace {
  readonly update?: Attempt
  readonly bind?: Attempt
  /** The profile key of an operator action that would keep the quote in its state. */
  readonly key?: string
}

type Action = 'update' | 'bind'

type Rules = { readonly spec: Spec }

const STATES = [
  'pending',
  'approved_rate',
  'bound',
  'issued',
  'declined',
  'underwriter_review',
  'failed',
] as const satisfies readonly QuoteState[]

const UPDATABLE: readonly QuoteState[] = ['ready_to_bind', 'approved_rate']

const UPDATED = 'after an update'

/** Updates a quote, and waits for the end of the rating that this may begin. */
async function updateFirst({ api, quotes }: PlatformContext, quote: SubmittedQuote): Promise<void> {
  await api.update(quote.id, updatesFor(quote).insured_contact)
  await quotes.stays(quote.id)
  await quotes.settle(quote.id)
}

/** Tries update and bind in every state that does not allow them (4.rule.3, 4.rule.9, R14, R16). */
export const requestsElsewhere: readonly PlatformScenario[] = [
  ...STATES.map((state) => ({ state, name: undefined })),
  ...STATES.filter((state) => UPDATABLE.includes(state)).map((state) => ({ state, name: UPDATED })),
].map(({ state, name }) => {
  const actions: readonly Action[] = UPDATABLE.includes(state) ? ['bind'] : ['update', 'bind']
  const [id, when] = name === undefined ? ['', ''] : ['-once-updated', ` ${name}`]
  return scenario<Trace>({
    id: `states/requests-in-${state.replaceAll('_', '-')}${id}`,
    title: `${actions.join(' and ')} in ${state}${when} ${actions.length > 1 ? 'change' : 'changes'} nothing`,
    needs: needsToReach(state),
    exclusive: state in HELD_BY,
    shows: [
      ...actions.map((action) => `${action}-in-${state.replaceAll('_', '-')}`),
      ...(state in HELD_BY ? [] : requirementsOfRows(state)),
    ],
    drive: (context) => attemptsIn(context, state, actions, name === undefined ? undefined : updateFirst),
    claims: [
      ...actions.flatMap((action) => claimsAbout(action, state, name)),
      ...(state in HELD_BY
        ? []
        : openingClaims<Trace>((trace) => actions.flatMap((action) => trace[action]?.downloads ?? []))),
    ],
  })
})

async function attemptsIn(
  context: PlatformContext,
  state: QuoteState,
  actions: readonly Action[],
  prepare: (context: PlatformContext, quote: SubmittedQuote) => Promise<void> = async () => {},
): Promise<Trace> {
  const { quotes, operator } = context
  const work = HELD_BY[state]
  const during = async () => {
    const made = await Promise.all(actions.map(() => quotes.reach(state)))
    for (const quote of made) await prepare(context, quote)
    return Promise.all(made.map((quote, n) => attempt(context, quote, actions[n] ?? 'bind')))
  }
  const seen = await (work === undefined ? during() : whileHeld(operator, work, during))
  const attempts = await Promise.all(
    seen.map(async ({ quote, ...rest }) => {
      const later = await afterwards(context, quote, state)
      const isThere = work === undefined && later.state === state
      return {
        ...rest,
        later,
        downloads: isThere ? downloadsIn(await readRow(context, quote.id, state)) : [],
      }
    }),
  )
  const trace = Object.fromEntries(actions.map((action, n) => [action, attempts[n]])) as Trace
  return work === undefined || canHold(operator, work) ? trace : { ...trace, key: `operator.hold_${work}` }
}

async function attempt({ api }: PlatformContext, quote: SubmittedQuote, action: Action) {
  const earlier = await api.status(quote.id)
  const before = await api.status(quote.id)
  // With every field of an update: a platform might store one of them before it refuses.
  const sent =
    action === 'bind' ? await api.bind(quote.id) : await api.update(quote.id, updatesFor(quote).all)
  return { quote, earlier, before, attempt: sent, after: await api.status(quote.id) }
}

/** Waits until pending work has ended, then watches for any further change. */
async function afterwards(
  { quotes }: PlatformContext,
  quote: SubmittedQuote,
  state: QuoteState,
): Promise<PolledState> {
  if (state === 'pending') await quotes.settle(quote.id)
  if (state === 'bound') await quotes.issue(quote.id)
  return quotes.stays(quote.id)
}

function claimsAbout(action: Action, state: QuoteState, when?: string): readonly Claim<Trace, Spec>[] {
  const name = state.replaceAll('_', '-')
  const about =
    (judge: (seen: Attempt, spec: Spec) => Verdict) =>
    (trace: Trace, { spec }: Rules) => {
      const seen = trace[action]
      return seen === undefined
        ? cutOff('nothing was tried')
        : inState(seen, state, trace.key, (one) => judge(one, spec))
    }
  return [
    claim(
      `${action}-in-${name}-answer`,
      about(({ attempt: sent }) => observedAnswer(sent)),
      when,
    ),
    claim(
      `${action}-keeps-${name}`,
      about((seen) => keeps(seen, state)),
      when,
    ),
    // The record of a transient state may change at any time; but the state must end for each quote that was held.
    ...(state in HELD_BY
      ? [
          claim<Trace>(
            `${name}-is-transient`,
            about((seen) => passes(seen, state)),
          ),
        ]
      : [claim<Trace>(`refused-${action}-leaves-the-record`, about(leavesTheRecord), when)]),
  ]
}

/** Judges only if the quote was in the state before the request. */
function inState(
  seen: Attempt,
  state: QuoteState,
  key: string | undefined,
  judge: (seen: Attempt) => Verdict,
): Verdict {
  const [was, is] = [stateOf(seen.before), stateOf(seen.after)]
  // Without an operator's hold, the quote may have left the state just before the request.
  if (was === state && (key === undefined || is === state)) return judge(seen)
  const why = `the quote was ${was ?? 'in no readable state'} before the request and ${is ?? 'in no readable state'} after it`
  if (key !== undefined) return cannotTell(why, key)
  return state in COURSE && was !== undefined ? cannotTell(why) : cutOff(why)
}

/** For each state, the states in which the quote may be later through its own course or the action of others. */
const COURSE: Partial<Record<QuoteState, readonly string[]>> = {
  pending: ['pending', 'ready_to_bind', 'approved_rate', 'underwriter_review', 'declined', 'failed'],
  bound: ['bound', 'issued'],
  underwriter_review: ['underwriter_review', 'ready_to_bind', 'declined'],
  // The transitions out of it are open.
  approved_rate: ['approved_rate', 'pending', 'ready_to_bind', 'underwriter_review', 'declined', 'failed'],
}

function leavesTheRecord({ earlier, before, attempt: sent, after, later }: Attempt, spec: Spec): Verdict {
  return succeeded(sent)
    ? cannotTell('the request was not refused')
    : sameRecord([earlier, before], [after, later.last], spec)
}

/** Judges that a transient state ends after the release of held work. */
function passes({ later }: Attempt, state: QuoteState): Verdict {
  if (later.state === undefined) return cutOff('the state afterwards could not be read')
  return later.state === state
    ? failed({
        ...finding(later.last, `another state than ${state} in the end`, state, '/data/quote_status'),
        ...lasts(state),
      })
    : passed()
}

function keeps({ after, later }: Attempt, state: QuoteState): Verdict {
  const course = COURSE[state] ?? [state]
  return all(
    [after, ...later.reads].map((read) => {
      // Right after the request the state must still be there: it lasts, or its work was held.
      const allowed = read === after ? [state] : course
      const seen = stateOf(read)
      if (seen === undefined) return cutOff('the state afterwards could not be read')
      return allowed.includes(seen)
        ? passed(`watched for ${later.watchedMs} ms`)
        : failed(finding(read, allowed.join(' or '), seen, '/data/quote_status'))
    }),
  )
}
