import type { Fault, FaultAction } from '../../../conformance/ports/client.ts'
import { BROKEN_ANSWERS } from '../../../generators/troubles.ts'
import { savesThePolicy, savesTheProposal, waitsOn409 } from '../claims/documents.ts'
import { endsInOrder, saysWhatItCouldNotDo } from '../claims/endings.ts'
import { inEveryPlay } from '../claims/in-every-play.ts'
import { pollsSlowly } from '../claims/pace.ts'
import { backsOff, backsOffAgain, retries5xx, retryCount } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { renewsAfter401, reusesItsToken } from '../claims/tokens.ts'
import { type ClientScenario, played } from '../vocabulary/context.ts'
import { BROKEN, KINDS, type Kind, met, NOT_READY, needsOf, REVOKED, SLOW_MS } from './kinds.ts'

/** Each kind of request meets one trouble; the kinds take turns with the troubles. */
const each = (turn: number): readonly Fault[] =>
  KINDS.map((on, index): Fault => {
    const does = BROKEN_ANSWERS[(index + turn) % BROKEN_ANSWERS.length] ?? { kind: 'drop' }
    return { on, times: 1, does }
  })

const once = BROKEN_ANSWERS.map((_, turn) =>
  played({
    id: `outages/once-${turn + 1}`,
    title: `Each kind of request meets a 5xx once, in order ${turn + 1}`,
    // In the first order polls go on long enough to show the pace of a client that has met a 5xx.
    play: { faults: each(turn), ...(turn === 0 && { platform: { ratingMs: SLOW_MS } }) },
    claims: [
      ...inEveryPlay,
      retries5xx,
      endsInOrder('client-retries-5xx'),
      ...(turn === 0 ? [savesTheProposal, savesThePolicy, pollsSlowly] : []),
    ],
  }),
)

/** The forms in which a server and what stands before it say that they are out of service. */
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

/** They take turns: who counts the attempts by their status counts anew each time. Who has a count for each does so eight times. */
const TAKING_TURNS = Array.from({ length: 5 }, () => FORMS).flat()

/** Ever longer pauses are asked for, so that a client may go by them alone. */
const ASKING_FOR_PAUSES = ['1', '2', '4', '8'].map(
  (retryAfter): FaultAction => ({ kind: 'answer', status: 503, body: 'text', retryAfter }),
)

/** The same as dates. One has whole seconds, so that up to a second of a pause is lost. */
const ASKING_BY_DATES = [2, 3, 5, 9].map(
  (secondsAhead): FaultAction => ({
    kind: 'answer',
    status: 503,
    body: 'empty',
    retryAfter: { secondsAhead },
  }),
)

/** How an outage shows on each kind of request. */
const FOR_GOOD: readonly (readonly [on: Kind, does: readonly FaultAction[]])[] = [
  ['token', [{ kind: 'answer', status: 503, body: 'html' }]],
  ['submit', TAKING_TURNS],
  ['status', [{ kind: 'answer', status: 502, body: 'html', closes: true }]],
  ['bind', ASKING_BY_DATES],
  ['quote-proposal', ASKING_FOR_PAUSES],
  ['policy', [{ kind: 'answer', status: 502, body: 'text' }]],
]

/** Each request of a kind meets the next of these, and the last of them from then on. */
const inTurn = (on: Kind, actions: readonly FaultAction[]): readonly Fault[] =>
  actions.map((does, after) => ({ on, after, ...(after < actions.length - 1 && { times: 1 }), does }))

const forGood = FOR_GOOD.map(([on, does]) =>
  played({
    id: `outages/${on}-for-good`,
    title: `Every ${on} request meets a 5xx`,
    needs: needsOf(on),
    // Three side by side: chance alone makes no series of equal pauses so often.
    play: { faults: inTurn(on, does), times: 3 },
    claims: [...inEveryPlay, retries5xx, backsOff, retryCount, saysWhatItCouldNotDo, printsNoSecret],
  }),
)

/** A repeat of what was refused may be sent by other code than a first attempt, with pauses of its own. */
const forGoodOnceRefused = (
  [
    ['submit', REVOKED, 401],
    ['quote-proposal', NOT_READY, 409],
  ] as const
).map(([on, refusal, status]) =>
  played({
    id: `outages/${on}-for-good-after-${status}`,
    title: `Every ${on} request behind a ${status} meets a 5xx`,
    needs: needsOf(on),
    play: { faults: inTurn(on, [refusal, BROKEN]), times: 3 },
    claims: [...inEveryPlay, retries5xx, backsOff],
  }),
)

/** Polls behind the bind may be sent by other code than those before it. */
const forGoodBehindTheBind = played({
  id: 'outages/status-for-good-behind-the-bind',
  title: 'Every status request behind the bind meets a 5xx',
  needs: [{ journey: 'bind' }, { journey: 'poll' }],
  play: { platform: { issueMs: SLOW_MS }, faults: [{ on: 'status', since: 'bind', does: BROKEN }], times: 3 },
  claims: [...inEveryPlay, retries5xx, backsOff],
})

/** Another outage may be met by pauses that no longer grow. */
const secondOutage = played({
  id: 'outages/second',
  title: 'A submission meets a 5xx twice, and every status request meets one then',
  needs: needsOf('status'),
  play: {
    faults: [
      { on: 'submit', times: 2, does: BROKEN },
      { on: 'status', does: BROKEN },
    ],
    times: 3,
  },
  claims: [...inEveryPlay, retries5xx, backsOffAgain('submit', 'status')],
})

const threeTimes = (['token', 'bind', 'policy'] as const).map((on) =>
  played({
    id: `outages/${on}-three-times`,
    title: `A ${on} request meets a 5xx three times`,
    needs: needsOf(on),
    play: {
      // Polls go on behind the bind, which show the pace and the tokens of a client that has met several.
      ...(on === 'bind' && { platform: { issueMs: 2 * SLOW_MS } }),
      faults: [{ on, times: 3, does: BROKEN }],
    },
    claims: [...inEveryPlay, retries5xx, pollsSlowly, reusesItsToken],
  }),
)

/** Hardly any client gives up so soon, and what it does after two in a row shows in the polls behind them. */
const twice = played({
  id: 'outages/status-twice',
  title: 'A poll meets a 5xx twice in a row, and polls go on for a while',
  needs: needsOf('status'),
  play: {
    platform: { ratingMs: SLOW_MS, issueMs: SLOW_MS },
    faults: [{ on: 'status', times: 2, does: { kind: 'answer', status: 503, body: 'text' } }],
  },
  claims: [...inEveryPlay, retries5xx, pollsSlowly, reusesItsToken],
})

/** Troubles that follow other ones, or come late in a journey: each is met by other code of a client than the first. */
const combined = [
  played({
    id: 'outages/after-refusals',
    title: 'A 401 is followed by a 5xx, and a 409 too',
    play: {
      faults: [
        ...(['submit', 'status', 'bind'] as const).flatMap((on) => [met(on, REVOKED), met(on, BROKEN, 1)]),
        ...[met('quote-proposal', NOT_READY), met('quote-proposal', BROKEN, 1)],
      ],
    },
    claims: [
      ...[...inEveryPlay, retries5xx, renewsAfter401, waitsOn409],
      ...[endsInOrder('client-retries-5xx'), savesTheProposal],
    ],
  }),
  played({
    id: 'outages/before-refusals',
    title: 'A 5xx is followed by a 401, and by a 409 too',
    play: {
      faults: [
        ...(['submit', 'bind', 'policy'] as const).flatMap((on) => [met(on, BROKEN), met(on, REVOKED, 1)]),
        ...[met('quote-proposal', BROKEN), met('quote-proposal', NOT_READY, 1)],
      ],
    },
    claims: [
      ...[...inEveryPlay, retries5xx, renewsAfter401, waitsOn409],
      ...[endsInOrder('client-renews-after-401'), savesTheProposal, savesThePolicy],
    ],
  }),
  played({
    id: 'outages/later',
    title: 'A second token is met by a 5xx, and so is the first poll after the bind',
    needs: [{ journey: 'bind' }, { journey: 'poll' }],
    play: {
      platform: { issueMs: SLOW_MS },
      faults: [met('submit', REVOKED), met('token', BROKEN, 1), { ...met('status', BROKEN), since: 'bind' }],
    },
    claims: [
      ...[...inEveryPlay, retries5xx, renewsAfter401, pollsSlowly],
      ...[endsInOrder('client-retries-5xx'), savesThePolicy],
    ],
  }),
]

/** Troubles of servers and networks. */
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
