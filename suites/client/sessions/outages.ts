import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'
import { BROKEN_ANSWERS } from '../../../generators/troubles.ts'
import { savesThePolicy, savesTheProposal, waitsOn409 } from '../claims/documents.ts'
import { endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollsSlowly } from '../claims/pace.ts'
import { backsOff, backsOffAgain, retries5xx, retryCount } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { renewsAfter401, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import {
  BROKEN,
  met,
  NOT_READY,
  needsOf,
  REQUEST_KINDS,
  REVOKED,
  type RequestKind,
  SLOW_MS,
} from './kinds.ts'

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

/** A client may repeat a refused request with different code than a first attempt, with other pauses. */
const forGoodOnceRefused = (
  [
    ['submit', REVOKED, 401],
    ['quote-proposal', NOT_READY, 409],
  ] as const
).map(([on, refusal, status]) =>
  clientScenario({
    id: `outages/${on}-for-good-after-${status}`,
    title: `Every ${on} request behind a ${status} meets a 5xx`,
    needs: needsOf(on),
    session: { faults: inTurn(on, [refusal, BROKEN]), times: 3 },
    claims: [...inEverySession, retries5xx, backsOff],
  }),
)

/** A client may poll after the bind with different code than before it. */
const forGoodBehindTheBind = clientScenario({
  id: 'outages/status-for-good-behind-the-bind',
  title: 'Every status request behind the bind meets a 5xx',
  needs: [{ journey: 'bind' }, { journey: 'poll' }],
  session: {
    platform: { issueMs: SLOW_MS },
    faults: [{ on: 'status', since: 'bind', does: BROKEN }],
    times: 3,
  },
  claims: [...inEverySession, retries5xx, backsOff],
})

/** In a second outage a client's pauses may no longer grow. */
const secondOutage = clientScenario({
  id: 'outages/second',
  title: 'A submission meets a 5xx twice, and every status request meets one then',
  needs: needsOf('status'),
  session: {
    faults: [
      { on: 'submit', times: 2, does: BROKEN },
      { on: 'status', does: BROKEN },
    ],
    times: 3,
  },
  claims: [...inEverySession, retries5xx, backsOffAgain('submit', 'status')],
})

const threeTimes = (['token', 'bind', 'policy'] as const).map((on) =>
  clientScenario({
    id: `outages/${on}-three-times`,
    title: `A ${on} request meets a 5xx three times`,
    needs: needsOf(on),
    session: {
      // Polls go on after the bind, and show the pace and the tokens of a client that met several faults.
      ...(on === 'bind' && { platform: { issueMs: 2 * SLOW_MS } }),
      faults: [{ on, times: 3, does: BROKEN }],
    },
    claims: [...inEverySession, retries5xx, pollsSlowly, reusesItsToken],
  }),
)

/** Hardly any client gives up after two faults, so later polls show how it goes on after two in a row. */
const twice = clientScenario({
  id: 'outages/status-twice',
  title: 'A poll meets a 5xx twice in a row, and polls go on for a while',
  needs: needsOf('status'),
  session: {
    platform: { ratingMs: SLOW_MS, issueMs: SLOW_MS },
    faults: [{ on: 'status', times: 2, does: { kind: 'answer', status: 503, body: 'text' } }],
  },
  claims: [...inEverySession, retries5xx, pollsSlowly, reusesItsToken],
})

/** Faults that follow other faults, or come late in a journey: a client meets each with different code than the first. */
const combined = [
  clientScenario({
    id: 'outages/after-refusals',
    title: 'A 401 is followed by a 5xx, and a 409 too',
    session: {
      faults: [
        ...(['submit', 'status', 'bind'] as const).flatMap((on) => [met(on, REVOKED), met(on, BROKEN, 1)]),
        ...[met('quote-proposal', NOT_READY), met('quote-proposal', BROKEN, 1)],
      ],
    },
    claims: [
      ...[...inEverySession, retries5xx, renewsAfter401, waitsOn409],
      ...[endsInOrder('client-retries-5xx'), savesTheProposal],
    ],
  }),
  clientScenario({
    id: 'outages/before-refusals',
    title: 'A 5xx is followed by a 401, and by a 409 too',
    session: {
      faults: [
        ...(['submit', 'bind', 'policy'] as const).flatMap((on) => [met(on, BROKEN), met(on, REVOKED, 1)]),
        ...[met('quote-proposal', BROKEN), met('quote-proposal', NOT_READY, 1)],
      ],
    },
    claims: [
      ...[...inEverySession, retries5xx, renewsAfter401, waitsOn409],
      ...[endsInOrder('client-renews-after-401'), savesTheProposal, savesThePolicy],
    ],
  }),
  clientScenario({
    id: 'outages/later',
    title: 'The request for a second token gets a 5xx, and so does the first poll after the bind',
    needs: [{ journey: 'bind' }, { journey: 'poll' }],
    session: {
      platform: { issueMs: SLOW_MS },
      faults: [met('submit', REVOKED), met('token', BROKEN, 1), { ...met('status', BROKEN), since: 'bind' }],
    },
    claims: [
      ...[...inEverySession, retries5xx, renewsAfter401, pollsSlowly],
      ...[endsInOrder('client-retries-5xx'), savesThePolicy],
    ],
  }),
]

/** Faults of servers and networks. */
export const outages: readonly ClientScenario[] = [
  ...forGood,
  ...forGoodOnceRefused,
  forGoodBehindTheBind,
  secondOutage,
  ...threeTimes,
  twice,
  ...once,
  ...combined,
]
