import type { Script, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { CannotTell, unlessUnable } from '../../../../../conformance/verdict.ts'
import type { EventType } from '../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { retryStepsOf } from '../../../vocabulary/attempts/retry-trace.ts'
import { climbMs, heldUpOf } from '../../../vocabulary/attempts/timing.ts'
import { SILENCE } from '../../../vocabulary/attempts/too-late.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { addNewBroker, isNamed } from '../../../vocabulary/events/brokers.ts'
import { statusOf, TAKES_EFFECT_MS, waitsUntilDisabled } from '../../../vocabulary/events/endpoint-status.ts'
import { refusing, taking } from '../schedule/breaker/openings.ts'

/** How often an endpoint is enabled again on a moved clock; in real time never, since each time takes minutes. */
const TIMES = 2

/** Time in milliseconds in which five missed deadlines have opened a breaker that counts attempts. */
const EARLY_MS = 15_000
/** Steps of a moved clock, shorter than the deadline of an attempt, in milliseconds. */
const STEP_MS = { early: 2500, later: 7000 }
/** Attempts at the start of a retry schedule by silence that miss their deadline. */
const FIRST_SILENCES = 2
/** All of them: the last one makes the event a failure for good. */
const SILENCES = FIRST_SILENCES + 1

/** Misses the deadlines of the first attempts, which count where attempts do, and of the last one. */
const silent = ({ delivery: { attempts } }: Spec): Script =>
  attempts.map((_, place) =>
    place < FIRST_SILENCES || place === attempts.length - 1
      ? SILENCE
      : ({ kind: 'answer', status: 500 } as const),
  )

/** The longest time for which the suite waits until events have failed for good, in milliseconds. */
const patienceMs = ({ spec: { delivery }, facts }: PlatformContext): number =>
  climbMs(delivery.attempts.length, delivery, facts.timing.deliverySlack) +
  SILENCES * delivery.deadline.ms +
  STEP_MS.later

interface Failing {
  readonly endpoint: WebhookEndpoint
  readonly script: Script
}

/** Adds five brokers whose events fail at several endpoints, and five more each time that the first one is enabled again. */
export async function driveBrokerFailures(context: PlatformContext): Promise<void> {
  const { webhooks, operator, clock, facts, spec } = context
  const most = facts.timing.longestWait
  if (!clock.virtual && most !== undefined && patienceMs(context) > most)
    throw new CannotTell('it takes longer than timing.longest_wait', 'timing.longest_wait')
  const types = ['broker.added'] as const
  const first: Failing = { endpoint: await webhooks.open(types), script: refusing }
  // How many endpoints a partner may have is not shown.
  const silence = await webhooks.open(types).catch(unlessUnable)
  const partner = await openForOther(context, types).catch(unlessUnable)
  const all: readonly Failing[] = [
    first,
    ...(silence ? [{ endpoint: silence, script: silent(spec) }] : []),
    ...(partner ? [{ endpoint: partner, script: refusing }] : []),
  ]
  let status = await failFive(context, all)
  for (const { endpoint } of all) endpoint.answer(taking)
  for (let times = 0; clock.virtual && times < TIMES && status === 'disabled'; times += 1) {
    await operator.perform('enable_endpoint', { endpoint_id: first.endpoint.id })
    status = await failFive(context, [first])
  }
}

/** Opens an endpoint of the second partner; undefined where there is none, or where its status is not shown. */
async function openForOther(
  context: PlatformContext,
  types: readonly EventType[],
): Promise<WebhookEndpoint | undefined> {
  const { otherPartnerId } = context.facts
  if (otherPartnerId === undefined) return undefined
  const endpoint = await context.webhooks.openFor(otherPartnerId, types)
  // An operator may show only endpoints of its own partner.
  return (await statusOf(context, endpoint)) === undefined ? undefined : endpoint
}

/**
 * Makes five events fail at each of these endpoints. It reads their status when only attempts have failed, and when the events have
 * failed for good.
 *
 * @returns the last status of the first one
 */
async function failFive(context: PlatformContext, failing: readonly Failing[]): Promise<string | undefined> {
  const { webhooks, clock, facts, spec } = context
  const { attempts, breaker, deadline } = spec.delivery
  const slackMs = facts.timing.deliverySlack
  const names: string[] = []
  const isOwn = (name: string) => (one: Parameters<typeof isNamed>[0]) => isNamed(one, name)
  while (names.length < breaker.failures) {
    const { name } = await addNewBroker(context, (made) => {
      for (const { endpoint, script } of failing) endpoint.answer(script, { concerns: isOwn(made) })
    })
    names.push(name)
  }
  const arrivalsOf = ({ endpoint }: Failing, name: string) => endpoint.arrivals().filter(isOwn(name))
  const isGivenUp = (one: Failing) => (name: string) =>
    retryStepsOf(
      { attempts: arrivalsOf(one, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    ).length >= attempts.length
  const hasBegun = (one: Failing) => names.some((name) => arrivalsOf(one, name).length > 0)
  await webhooks.until(() => failing.every(hasBegun), facts.timing.rating + slackMs, STEP_MS.early)
  await webhooks.watch(EARLY_MS, STEP_MS.early)
  const waiting: Failing[] = []
  for (const one of failing.filter(hasBegun))
    if ((await statusOf(context, one.endpoint)) !== 'disabled') waiting.push(one)
  const isOver = () => waiting.every((one) => names.every(isGivenUp(one)))
  clock.awaits('that events of brokers fail for good', patienceMs(context))
  await webhooks.watch(patienceMs(context), STEP_MS.later, isOver)
  const statuses: (string | undefined)[] = []
  for (const { endpoint, script } of failing) {
    // A last attempt by silence fails only at its deadline.
    const withinMs = TAKES_EFFECT_MS + (script === refusing ? 0 : deadline.ms)
    statuses.push(await waitsUntilDisabled(context, endpoint, withinMs))
  }
  return statuses[0]
}
