import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'
import { BROKEN_ANSWERS } from '../../../generators/troubles.ts'
import { savesThePolicy, savesTheProposal } from '../claims/documents.ts'
import { endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollsSlowly } from '../claims/pace.ts'
import { backsOff, retries5xx, retryCount } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import { needsOf, REQUEST_KINDS, type RequestKind, SLOW_MS } from './kinds.ts'

/** One fault for each kind of request. From turn to turn the faults move on by one kind. */
const each = (turn: number): readonly Fault[] =>
  REQUEST_KINDS.map((on, index): Fault => {
    const does = BROKEN_ANSWERS[(index + turn) % BROKEN_ANSWERS.length] ?? { kind: 'drop' }
    return { on, times: 1, does }
  })

const once = BROKEN_ANSWERS.map((_, turn) =>
  clientScenario({
    id: `outages/once-${turn + 1}`,
    title: `Each kind of request meets a 5xx once, in order ${turn + 1}`,
    // In the first turn polls go on long enough to show the pace of a client after a 5xx.
    session: { faults: each(turn), ...(turn === 0 && { platform: { ratingMs: SLOW_MS } }) },
    claims: [
      ...inEverySession,
      retries5xx,
      endsInOrder('client-retries-5xx'),
      ...(turn === 0 ? [savesTheProposal, savesThePolicy, pollsSlowly] : []),
    ],
  }),
)

/** Answers by which a server, or a proxy before it, says that it is out of service. */
const FORMS: readonly FaultAction[] = [
  { kind: 'answer', status: 500, body: 'json' },
  { kind: 'answer', status: 503, body: 'text' },
  { kind: 'answer', status: 502, body: 'html' },
  { kind: 'answer', status: 504, body: 'empty' },
  { kind: 'answer', status: 520, body: 'html' },
  { kind: 'answer', status: 507, body: 'json' },
  { kind: 'answer', status: 521, body: 'text' },
  { kind: 'answer', status: 522, body: 'empty' },
]

/**
 * The forms alternate. A client that counts attempts by the last status starts counting again each time. One with a counter for
 * each status has eight of them.
 */
const TAKING_TURNS = Array.from({ length: 5 }, () => FORMS).flat()

/** Retry-After with growing pauses, so that a client may follow it alone. */
const ASKING_FOR_PAUSES = ['1', '2', '4', '8'].map(
  (retryAfter): FaultAction => ({ kind: 'answer', status: 503, body: 'text', retryAfter }),
)

/** The same pauses as dates. A date has whole seconds, so up to a second of a pause is lost. */
const ASKING_BY_DATES = [2, 3, 5, 9].map(
  (secondsAhead): FaultAction => ({
    kind: 'answer',
    status: 503,
    body: 'empty',
    retryAfter: { secondsAhead },
  }),
)

/** The faults of an outage, for each kind of request. */
const FOR_GOOD: readonly (readonly [on: RequestKind, does: readonly FaultAction[]])[] = [
  ['token', [{ kind: 'answer', status: 503, body: 'html' }]],
  ['submit', TAKING_TURNS],
  ['status', [{ kind: 'answer', status: 502, body: 'html', closes: true }]],
  ['bind', ASKING_BY_DATES],
  ['quote-proposal', ASKING_FOR_PAUSES],
  ['policy', [{ kind: 'answer', status: 502, body: 'text' }]],
]

/** Each request of a kind gets the next of these faults, and the last one from then on. */
const inTurn = (on: RequestKind, actions: readonly FaultAction[]): readonly Fault[] =>
  actions.map((does, after) => ({ on, after, ...(after < actions.length - 1 && { times: 1 }), does }))

const forGood = FOR_GOOD.map(([on, does]) =>
  clientScenario({
    id: `outages/${on}-for-good`,
    title: `Every ${on} request meets a 5xx`,
    needs: needsOf(on),
    // Three clients side by side: equal pauses in all series are then no chance.
    session: { faults: inTurn(on, does), times: 3 },
    claims: [...inEverySession, retries5xx, backsOff, retryCount, saysWhatItCouldNotDo, printsNoSecret],
  }),
)

/** Faults of servers that whole lists of answers are made for. */
export const outages: readonly ClientScenario[] = [...forGood, ...once]
