import type { OperatorAction } from '../../../../../conformance/ports/operator.ts'
import type { Script, SecretFacts, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { CannotTell, unlessUnable } from '../../../../../conformance/verdict.ts'
import { COPY_MS } from '../../../vocabulary/attempts/copies.ts'
import { climbMs } from '../../../vocabulary/attempts/timing.ts'
import { SILENCE } from '../../../vocabulary/attempts/too-late.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { about, attemptsOf } from '../../../vocabulary/events/event.ts'
import { tryAction } from '../../../vocabulary/operator/act.ts'
import { outcomeOf, type SubmittedQuote } from '../../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../../vocabulary/quotes/record.ts'
import type { Logged } from './claims.ts'
import { type Deletion, deletionOf } from './deletion.ts'
import { announcesQuote, logOfOtherPartner, logOfOtherTypes } from './others.ts'
import { settledLog } from './settled.ts'

/** Delivery logs at every moment at which they were read, and after the deletion of their endpoints. */
export interface DeliveryLogTrace {
  readonly snapshots: readonly Logged[]
  readonly deletions: readonly Deletion[]
  readonly secrets: readonly SecretFacts[]
}

const TYPES = ['quote.created', 'quote.proposalReady'] as const
const OK = { kind: 'answer', status: 200 } as const

/** The first event is delivered at the third attempt, the other one at once. */
const REPEATED: Script = [{ kind: 'answer', status: 500 }, { kind: 'answer', status: 503 }, OK]
/** The same, but with no response to the first two attempts. */
const UNANSWERED: Script = [SILENCE, { kind: 'reset' }, OK]
/** For simultaneous events: each is delivered at its second attempt, and its status codes identify it. */
const ONCE_MORE: readonly Script[] = [
  [500, 200],
  [502, 202],
  [503, 204],
].map((statuses) => statuses.map((status) => ({ kind: 'answer', status })))
const NEVER: Script = [{ kind: 'answer', status: 500 }]
const ATTEMPTS = REPEATED.length

/** Additional wait, beyond the profile's times: for one missed deadline and the repeats. */
const DELIVERED_MS = 20_000
const LONG_STEP_MS = 10_000

interface Endpoints {
  readonly repeated: WebhookEndpoint
  readonly unanswered: WebhookEndpoint
  readonly never: WebhookEndpoint
}

/** Causes deliveries that fail in several ways, and reads the log after each action on an endpoint. */
export async function driveLog(context: PlatformContext): Promise<DeliveryLogTrace> {
  const { webhooks, operator, facts, clock, spec } = context
  const endpoints: Endpoints = {
    repeated: await webhooks.open(TYPES),
    unanswered: await webhooks.open(TYPES),
    never: await webhooks.open(TYPES),
  }
  const { repeated, unanswered, never } = endpoints
  const snapshots: Logged[] = []
  const snapshot = async (when: string, ...some: readonly WebhookEndpoint[]) => {
    for (const one of some) snapshots.push({ ...(await settledLog(context, one)), when })
  }
  /** Performs an operator action on an endpoint; returns true where it was done. */
  const act = async (action: OperatorAction, { id }: WebhookEndpoint) =>
    operator.can(action) && (await tryAction(operator, action, { endpoint_id: id })).step.kind === 'done'

  const quote = await delivered(context, endpoints)
  await snapshot('once events were delivered', repeated, unanswered, never)
  for (const one of [repeated, never])
    if (await act('enable_endpoint', one)) await snapshot('after it was enabled', one)
  if (operator.can('rotate_secret')) {
    await repeated.rotate()
    await snapshot('after its secret was rotated', repeated)
    await unanswered.rotate()
    await snapshot('after the secret of another endpoint was rotated', repeated)
  }
  if (await deletedBeside(context, repeated))
    await snapshot('after another endpoint at its address was deleted', repeated)
  // Each event fails once here, so that repeats of several events overlap.
  const together = await webhooks.open([TYPES[0]]).catch(unlessUnable)
  await atOnce(context, [repeated, unanswered], together)
  await snapshot('after several events at once', repeated, unanswered, ...(together ? [together] : []))
  snapshots.push(...(await logOfOtherTypes(context, quote)), ...(await logOfOtherPartner(context)))

  const deletions = [await deletionOf(context, unanswered)]
  await snapshot('after another endpoint was deleted', repeated)
  // Afterwards the delivery that never succeeds has failed permanently.
  const { length } = spec.delivery.attempts
  if (clock.virtual)
    await webhooks.watch(climbMs(length, spec.delivery, facts.timing.deliverySlack), LONG_STEP_MS)
  deletions.push(await deletionOf(context, never), await deletionOf(context, repeated))
  const all = [repeated, unanswered, never].flatMap((endpoint) => endpoint.secrets())
  return { snapshots, deletions, secrets: all }
}

/** Opens and deletes another endpoint with the same URL; returns false where the platform does not allow two of them. */
async function deletedBeside(
  { webhooks, operator }: PlatformContext,
  endpoint: WebhookEndpoint,
): Promise<boolean> {
  if (!operator.can('delete_endpoint')) return false
  // With the same types: a platform may treat this as a change of the existing endpoint.
  const other = await webhooks.openBeside(endpoint, TYPES).catch(unlessUnable)
  if (other === undefined || other.id === endpoint.id) return false
  return (await tryAction(operator, 'delete_endpoint', { endpoint_id: other.id })).step.kind === 'done'
}

/** Submits a quote, and waits until its events are delivered. */
async function delivered(
  context: PlatformContext,
  { repeated, unanswered, never }: Endpoints,
): Promise<SubmittedQuote> {
  const { webhooks, api, quotes, facts } = context
  const submission = quotes.submission('ready_to_bind')
  // Failures of other quotes' events could put the endpoints out of service.
  const concerns = announcesQuote(submission)
  repeated.answer(REPEATED, { concerns, copyMs: COPY_MS })
  unanswered.answer(UNANSWERED, { concerns, copyMs: COPY_MS })
  never.answer(NEVER, { concerns, copyMs: COPY_MS })
  const submitted = await api.submit(submission, { meant: 'ready_to_bind' })
  const id = quoteIdOf(submitted)
  if (id === undefined) throw new CannotTell(`the submission made no quote: ${outcomeOf(submitted)}`)
  const quote = { id, submission, submitted }
  const [created, ready] = TYPES
  const count = (endpoint: WebhookEndpoint, type: string) => about(quote, type, endpoint.arrivals()).length
  const isComplete = () =>
    [repeated, unanswered].every((one) => count(one, created) >= ATTEMPTS) &&
    count(never, created) > 1 &&
    count(repeated, ready) > 0
  await webhooks.until(isComplete, facts.timing.rating + facts.timing.proposal + DELIVERED_MS)
  return quote
}

/** Causes several deliveries at the same time, and rotates the secret of the endpoint where their first attempts fail. */
async function atOnce(
  { webhooks, api, quotes, facts, operator }: PlatformContext,
  some: readonly WebhookEndpoint[],
  together: WebhookEndpoint | undefined,
): Promise<void> {
  const make = async (script: Script): Promise<SubmittedQuote | undefined> => {
    const submission = quotes.submission('ready_to_bind')
    together?.answer(script, { concerns: announcesQuote(submission), copyMs: COPY_MS })
    const submitted = await api.submit(submission, { meant: 'ready_to_bind' })
    const id = quoteIdOf(submitted)
    return id === undefined ? undefined : { id, submission, submitted }
  }
  const made = (await Promise.all(ONCE_MORE.map(make))).filter((quote) => quote !== undefined)
  if (together !== undefined && operator.can('rotate_secret')) {
    const isBegun = () => made.every((quote) => attemptsOf(quote, together).length > 0)
    await webhooks.until(isBegun, facts.timing.rating + facts.timing.deliverySlack)
    await together.rotate()
  }
  const isThere = () =>
    made.every(
      (quote) =>
        some.every((one) => attemptsOf(quote, one).length > 0) &&
        (together === undefined || attemptsOf(quote, together).length > 1),
    )
  await webhooks.until(isThere, facts.timing.rating + 2 * facts.timing.deliverySlack)
}
