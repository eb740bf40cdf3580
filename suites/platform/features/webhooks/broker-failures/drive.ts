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
import { refusing, spanOf, taking } from '../schedule/breaker/endpoints.ts'
import type { StatusSample } from '../schedule/breaker/trace.ts'

/** A way to fail five times. */
export type Way = 'answers' | 'silence' | 'partner'

/** An endpoint after the events of five brokers failed: where only permanently failed events count, these are the failures. */
export interface BrokerSample extends StatusSample {
  /** The status once five attempts had missed their deadline and none had failed in another way; absent where that did not come. */
  readonly missed?: string
}

/** The endpoints at which the events of brokers failed. */
export interface BrokerFailures {
  /** For each way that could be driven, a sample after five failures. */
  readonly ways: Readonly<Partial<Record<Way, BrokerSample>>>
  /** The first way's endpoint after each time that it was enabled and failed five times again. */
  readonly again: readonly BrokerSample[]
}

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
  readonly way: Way
  readonly endpoint: WebhookEndpoint
  readonly script: Script
}

/** Adds five brokers whose events fail at several endpoints, and five more each time that the first one is enabled again. */
export async function driveBrokerFailures(context: PlatformContext): Promise<BrokerFailures> {
  const { webhooks, operator, clock, facts, spec } = context
  const most = facts.timing.longestWait
  if (!clock.virtual && most !== undefined && patienceMs(context) > most)
    throw new CannotTell('it takes longer than timing.longest_wait', 'timing.longest_wait')
  const types = ['broker.added'] as const
  const first: Failing = { way: 'answers', endpoint: await webhooks.open(types), script: refusing }
  // How many endpoints a partner may have is not shown.
  const silence = await webhooks.open(types).catch(unlessUnable)
  const partner = await openForOther(context, types).catch(unlessUnable)
  const all: readonly Failing[] = [
    first,
    ...(silence ? [{ way: 'silence' as const, endpoint: silence, script: silent(spec) }] : []),
    ...(partner ? [{ way: 'partner' as const, endpoint: partner, script: refusing }] : []),
  ]
  const samples = await failFive(context, all)
  for (const { endpoint } of all) endpoint.answer(taking)
  const again: BrokerSample[] = []
  let [last] = samples
  while (clock.virtual && again.length < TIMES && last?.status === 'disabled') {
    await operator.perform('enable_endpoint', { endpoint_id: first.endpoint.id })
    ;[last] = await failFive(context, [first])
    if (last !== undefined) again.push(last)
  }
  return { ways: Object.fromEntries(all.map(({ way }, place) => [way, samples[place]])), again }
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

/** Makes five events fail at each of these endpoints, and reads their status. */
async function failFive(
  context: PlatformContext,
  failing: readonly Failing[],
): Promise<readonly BrokerSample[]> {
  const { webhooks, clock, facts, spec } = context
  const { attempts, breaker } = spec.delivery
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
  const retriesOf = (one: Failing, name: string) =>
    retryStepsOf(
      { attempts: arrivalsOf(one, name), slackMs, heldUpMs: heldUpOf(clock, webhooks) },
      spec.delivery,
    )
  const givenUp = (one: Failing) => names.filter((name) => retriesOf(one, name).length >= attempts.length)
  const hasBegun = (one: Failing) => names.some((name) => arrivalsOf(one, name).length > 0)
  await webhooks.until(() => failing.every(hasBegun), facts.timing.rating + slackMs, STEP_MS.early)
  await webhooks.watch(EARLY_MS, STEP_MS.early)
  const waiting: Failing[] = []
  const missed = new Map<Failing, string>()
  for (const one of failing) {
    if (!hasBegun(one)) continue
    const status = await statusOf(context, one.endpoint)
    if (status !== 'disabled') waiting.push(one)
    const retrySchedules = names.map((name) => retriesOf(one, name))
    if (one.way === 'silence' && haveMissed(retrySchedules, clock.now())) missed.set(one, String(status))
  }
  const isOver = () => waiting.every((one) => givenUp(one).length === names.length)
  clock.awaits('that events of brokers fail for good', patienceMs(context))
  await webhooks.watch(patienceMs(context), STEP_MS.later, isOver)
  const samples: BrokerSample[] = []
  for (const one of failing) {
    // A last attempt by silence fails only at its deadline.
    const withinMs = TAKES_EFFECT_MS + (one.way === 'silence' ? spec.delivery.deadline.ms : 0)
    const status = String(await waitsUntilDisabled(context, one.endpoint, withinMs))
    const given = givenUp(one)
    const copies = names.flatMap((name) => retriesOf(one, name).map((retryStep) => retryStep.copies.length))
    const early = missed.get(one)
    samples.push({
      ...(early !== undefined && { missed: early }),
      status,
      failures: given.length,
      withCopies: given.length + Math.max(0, ...copies),
      spanMs: spanOf(given.flatMap((name) => arrivalsOf(one, name).at(-1) ?? [])),
    })
  }
  return samples
}

/** Says whether each event has missed its first deadline long ago, and only misses another one since. */
function haveMissed(retrySchedules: readonly ReturnType<typeof retryStepsOf>[], now: number): boolean {
  return retrySchedules.every((retrySteps) => {
    const last = retrySteps[FIRST_SILENCES - 1]
    return (
      retrySteps.length === FIRST_SILENCES &&
      last !== undefined &&
      last.attempt.latest + TAKES_EFFECT_MS <= now
    )
  })
}
