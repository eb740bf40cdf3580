import type {
  Arrival,
  Incoming,
  Script,
  SecretFacts,
  WebhookEndpoint,
} from '../../../../../conformance/ports/webhooks.ts'
import {
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  passed,
  type Verdict,
} from '../../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import { outcomeOf, type Quote } from '../../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../../vocabulary/quotes/record.ts'
import { lookAt, tryAction } from '../../office/act.ts'
import { leavesOf } from '../../office/shown.ts'
import { isRefused, type Look, type Step, whenDone, whenShown } from '../../office/step.ts'
import { about, eventIdOf, marksOf, typeOf } from '../event.ts'
import { type Logged, logClaims } from './claims.ts'
import { pairsOf } from './match.ts'

interface Trace extends Logged {
  readonly secrets: readonly SecretFacts[]
  readonly deleted: Step
  /** The log once its endpoint is gone. */
  readonly afterwards: Look
}

const TYPES = ['quote.created', 'quote.proposalReady'] as const
/** The first event is delivered at the third attempt, the other one at once. */
const TWICE_IN_VAIN: Script = [
  { kind: 'answer', status: 500 },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 200 },
]
const ATTEMPTS = TWICE_IN_VAIN.length
/** How long a log may take to show an attempt that has ended, in milliseconds. */
const TAKES_EFFECT_MS = 5000
const STEP_MS = 500

/** The delivery log of an endpoint has what was received there, and goes with it (6, R36). */
export const deliveryLog: PlatformScenario = scenario<Trace>({
  id: 'webhooks/delivery-log',
  title: 'The delivery log shows every attempt, and is gone with its endpoint',
  needs: [{ offers: 'endpoints' }, { operator: 'delivery_log' }],
  alone: true,
  async drive(context) {
    const { webhooks, api, quotes, facts, operator } = context
    const endpoint = await webhooks.open(TYPES)
    const submission = quotes.submission('ready_to_bind')
    // Failures of other quotes' events could put the endpoint out of service.
    endpoint.answer(TWICE_IN_VAIN, { concerns: tellsOf(submission) })
    const submitted = await api.submit(submission)
    const id = quoteIdOf(submitted)
    if (id === undefined) throw new CannotTell(`the submission made no quote: ${outcomeOf(submitted)}`)
    const quote = { id, submission, submitted }
    const [created, ready] = TYPES
    const isComplete = () =>
      about(quote, created, endpoint.arrivals()).length >= ATTEMPTS &&
      about(quote, ready, endpoint.arrivals()).length > 0
    await webhooks.until(isComplete, facts.timing.rating + facts.timing.proposal)
    const { arrivals, log } = await settledLog(context, endpoint)
    const { step: deleted } = await tryAction(operator, 'delete_endpoint', { endpoint_id: endpoint.id })
    const afterwards = await lookAt(operator, 'delivery_log', { endpoint_id: endpoint.id })
    return { arrivals, log, deleted, afterwards, secrets: endpoint.secrets() }
  },
  claims: [
    ...logClaims<Trace>((trace) => trace),
    claim('deleted-endpoint-loses-its-history', isGone),
    claim('signing-secret-is-shown-once', ({ secrets }) => {
      const again = secrets.find(({ shownIn }) => shownIn.length > 1)?.shownIn.at(-1)
      return again === undefined
        ? passed()
        : failed({
            expected: 'no answer with the secret but the one that made it',
            observed: 'another one with it',
            exchange: again,
          })
    }),
  ],
})

/** Tells the event of a quote's rating, before its id is known: by the customer that only it has. */
function tellsOf(submission: Quote['submission']): (delivery: Incoming) => boolean {
  const marks = marksOf(submission)
  return (delivery) =>
    typeOf(delivery) === TYPES[0] &&
    marks.some((mark) => delivery.body?.toLowerCase().includes(mark) === true)
}

/** Looks at the log until it has what was received by then. */
async function settledLog({ operator, clock }: PlatformContext, endpoint: WebhookEndpoint): Promise<Logged> {
  const deadline = clock.deadline(TAKES_EFFECT_MS)
  for (;;) {
    const arrivals = endpoint.arrivals()
    const log = await lookAt(operator, 'delivery_log', { endpoint_id: endpoint.id })
    const isSettled = pairsOf(arrivals, log.shown).every(({ pairs }) =>
      pairs.every(({ logged }) => logged?.result !== undefined),
    )
    if (isSettled || log.step.kind !== 'done' || deadline.expired()) return { arrivals, log }
    await clock.sleep(STEP_MS)
  }
}

const mentions = (shown: unknown, { headers }: Arrival): boolean =>
  leavesOf(shown).some(({ value }) => value === eventIdOf({ headers }))

function isGone({ arrivals, log, deleted, afterwards }: Trace): Verdict {
  return whenDone(deleted, () =>
    whenShown(log, (before) => {
      if (arrivals.length === 0) return cutOff('nothing at all arrived at the receiver')
      if (!arrivals.some((arrival) => mentions(before, arrival)))
        return cannotTell('the log had nothing while there was an endpoint')
      if (afterwards.step.kind !== 'done') return isRefused(afterwards.step, 'no log')
      const { exchange } = afterwards.step
      return arrivals.some((arrival) => mentions(afterwards.shown, arrival))
        ? failed({
            expected: 'no history of an endpoint that was deleted',
            observed: 'its deliveries',
            exchange: exchange.id,
          })
        : passed()
    }),
  )
}
