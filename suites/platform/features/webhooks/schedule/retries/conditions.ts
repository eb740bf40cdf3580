import type { OperatorAction } from '../../../../../../conformance/ports/operator.ts'
import type { Script, ScriptedAnswer, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { CannotTell, unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { EventType } from '../../../../../../spec/delivery.ts'
import { FAILING } from '../../../../vocabulary/attempts/retry-trace.ts'
import { SILENCE, TOO_LATE } from '../../../../vocabulary/attempts/too-late.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { tryAction } from '../../../../vocabulary/operator/act.ts'
import { tooFew } from '../../few-endpoints.ts'
import { CAUSES, type PreparedCause } from '../causes.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import type { AfterAttempt } from './climb.ts'
import { byReview, ofLetters, ofSecondPartner } from './later-quotes.ts'
import { retriesMs } from './part.ts'

/** A newer event, a `broker.added`, that arises while the other one is repeated: it does not wait for a rating. */
export interface NewerEvent {
  /** Number of failed attempts at the other event by then. */
  readonly after: number
  /** Time from the last of them, in milliseconds. */
  readonly pauseMs: number
  readonly script: Script
}

/** A property of an event or its endpoint that must not change the times of its attempts. */
export interface Condition {
  readonly id: string
  readonly needs: readonly OperatorAction[]
  readonly type: EventType
  /** The partner whose endpoint it is; by default the profile's own. */
  readonly partner?: 'other'
  /** Responses of the receiver to the attempts in order; by default each fails at once. */
  readonly script?: Script
  prepare(context: PlatformContext, quotes: ScheduleQuotes): PreparedCause
  /** An event that the endpoint gets as well. */
  readonly newer?: NewerEvent
  /** Called after each failed attempt with its number. */
  after?(number: number, endpoint: WebhookEndpoint, context: PlatformContext): Promise<AfterAttempt>
}

const answer = (status: number): ScriptedAnswer => ({ kind: 'answer', status })
/** An answer with `Retry-After`: the stated delays hold all the same (8.retry). */
const askingFor = (seconds: number, status: number): ScriptedAnswer => ({
  ...{ kind: 'answer', status },
  headers: { 'retry-after': String(seconds) },
})

/** Failures of every kind, early and late on the retry schedule. */
const EVERY_FAILURE: Script = [
  SILENCE,
  answer(302),
  { kind: 'reset' },
  askingFor(300, 503),
  TOO_LATE,
  askingFor(1, 429),
  SILENCE,
  { kind: 'reset', closes: true },
  answer(404),
  answer(500),
]

/** A script in which the attempts with these numbers are answered so, and the others fail at once (R26). */
const failingAt = (at: Readonly<Record<number, ScriptedAnswer>>): Script =>
  Array.from({ length: 10 }, (_, place) => at[place + 1] ?? answer(500))

/** A script in which the last attempt fails in another way than those before it: it has to count as well (R25). */
const lastly = (last: ScriptedAnswer): Script => failingAt({ 10: last })

const OK = answer(200)
const failures = (count: number): Script => Array.from({ length: count }, () => answer(500))

const deleted = {
  needs: ['delete_endpoint'],
  type: 'quote.created',
  prepare: CAUSES['quote.created'].prepare,
} as const

/** Deletes an endpoint after an attempt, and watches it for as long as the whole retry schedule would take (6). */
async function deletedAfter(
  last: number,
  number: number,
  { id }: WebhookEndpoint,
  { operator, clock, webhooks, spec }: PlatformContext,
): Promise<AfterAttempt> {
  if (number !== last) return undefined
  await operator.perform('delete_endpoint', { endpoint_id: id })
  const watchedMs = retriesMs(spec.delivery)
  clock.awaits('that a deleted endpoint gets none of the attempts that were due', watchedMs)
  await webhooks.watch(watchedMs, DELETED_STEP_MS)
  return 'over'
}

/** Step of the moved clock while nothing is expected, in milliseconds. */
const DELETED_STEP_MS = 10_000

const besideNewer = {
  needs: CAUSES['broker.added'].needs,
  type: 'quote.created',
  prepare: CAUSES['quote.created'].prepare,
} as const

export const CONDITIONS: readonly Condition[] = [
  {
    ...deleted,
    id: 'deletion',
    after: (number, ...endpoint) => deletedAfter(3, number, ...endpoint),
  },
  {
    // An attempt that ends only after the deletion must not be repeated either.
    ...deleted,
    id: 'deletion while under way',
    script: [SILENCE, ...FAILING],
    after: (number, ...endpoint) => deletedAfter(1, number, ...endpoint),
  },
  {
    id: 'failures',
    needs: [],
    type: 'quote.created',
    script: EVERY_FAILURE,
    prepare: CAUSES['quote.created'].prepare,
  },
  {
    id: 'proposal',
    needs: [],
    type: 'quote.proposalReady',
    script: failingAt({ 2: TOO_LATE, 4: TOO_LATE, 8: TOO_LATE, 10: SILENCE }),
    prepare: CAUSES['quote.proposalReady'].prepare,
  },
  {
    id: 'policy',
    needs: [],
    type: 'policy.created',
    script: failingAt({ 3: TOO_LATE, 6: SILENCE, 9: TOO_LATE }),
    prepare: CAUSES['policy.created'].prepare,
  },
  {
    id: 'broker',
    needs: CAUSES['broker.added'].needs,
    type: 'broker.added',
    script: lastly({ kind: 'reset' }),
    prepare: CAUSES['broker.added'].prepare,
  },
  {
    id: 'review',
    needs: ['review_approve'],
    type: 'quote.created',
    script: lastly(answer(302)),
    prepare: byReview,
  },
  {
    id: 'letters',
    needs: [],
    type: 'quote.created',
    script: lastly(askingFor(1, 503)),
    prepare: ofLetters,
  },
  {
    id: 'rotation',
    needs: ['rotate_secret'],
    type: 'quote.created',
    script: lastly(answer(410)),
    prepare: CAUSES['quote.created'].prepare,
    after: async (number, endpoint) => {
      if (number === 3) await endpoint.rotate()
    },
  },
  {
    id: 'registration',
    needs: [],
    type: 'quote.created',
    prepare: CAUSES['quote.created'].prepare,
    after: async (number, _endpoint, { webhooks }) => {
      if (number !== 3) return
      const registered = webhooks.since()
      // How many endpoints a partner may have is not shown.
      if ((await webhooks.open(['quote.created']).catch(unlessUnable)) === undefined)
        throw new CannotTell(tooFew(registered.refusal()).why, 'operator.register_endpoint')
    },
  },
  {
    id: 'enabling',
    needs: ['enable_endpoint'],
    type: 'quote.created',
    prepare: CAUSES['quote.created'].prepare,
    // A platform may refuse to enable what is enabled.
    after: async (number, { id }, { operator }) => {
      if (number === 3) await tryAction(operator, 'enable_endpoint', { endpoint_id: id })
    },
  },
  {
    id: 'partner',
    needs: [],
    type: 'quote.created',
    partner: 'other',
    prepare: ofSecondPartner,
  },
  {
    // A platform that uses the delay of the event with the most attempts is late with the newer one.
    ...besideNewer,
    id: 'further on',
    script: [...failures(3), OK],
    newer: { after: 3, pauseMs: 0, script: [...failures(1), OK] },
  },
  {
    // A platform that uses the delay of the latest event is early with the older one.
    ...besideNewer,
    id: 'hardly further',
    script: [...failures(2), OK],
    // Two failures: a platform may forget to repeat what is not the first type of an endpoint.
    newer: { after: 1, pauseMs: 500, script: [...failures(2), OK] },
  },
  {
    // Delays so different that no tolerance covers both.
    ...besideNewer,
    id: 'far on',
    script: [...failures(7), OK],
    newer: { after: 7, pauseMs: 5000, script: [...failures(1), OK] },
  },
]
