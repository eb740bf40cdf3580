import type { WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { unlessUnable } from '../../../../../../conformance/verdict.ts'
import type { CountedFailures } from '../../../../../../model/endpoint/entries.ts'
import { withoutCopies } from '../../../../vocabulary/attempts/copies.ts'
import { retryStepsOf } from '../../../../vocabulary/attempts/retry-trace.ts'
import { climbMs, heldUpOf } from '../../../../vocabulary/attempts/timing.ts'
import { statusOf, waitsUntilDisabled } from '../../../../vocabulary/events/endpoint-status.ts'
import { climb } from '../retries/climb.ts'
import {
  attemptsAt,
  type Breaking,
  failuresAt,
  SHARP_STEP_MS,
  STEP_MS,
  typeAbout,
  watchAttempts,
} from './endpoints.ts'
import { failing, refusing } from './openings.ts'
import { APART_MS, type BreakerPlan, type BreakerTrack, type TrackStep } from './plans.ts'

/** Larger step of a moved clock while retry schedules go on, since only their ends matter. */
export const RETRY_STEP_MS = 5000

/** A plan that is being carried out. */
interface Carried {
  /** The status that the endpoint `always` had at last; undefined where none was read. */
  readonly always: Promise<string | undefined>
  readonly all: Promise<unknown>
}

/** Starts all tracks of a plan, once its first quotes are made. */
export async function carryOut(breaking: Breaking, { counts, makes, tracks }: BreakerPlan): Promise<Carried> {
  const { endpoints, quotes } = breaking
  for (const { endpoint, refuses } of tracks)
    for (const [name, times] of Object.entries(refuses)) {
      const script = Number.isFinite(times) ? failing(times) : refusing
      endpoints[endpoint]?.answer(script, quotes.telling(typeAbout(name), name))
    }
  if (makes !== undefined) await makeApart(breaking, makes)
  const followed = tracks.map((track) => ({ track, status: follow(breaking, counts, track) }))
  const all = Promise.all(followed.map(({ status }) => status))
  // Whoever needs the others awaits them later; until then a rejection must not count as unhandled.
  all.catch(() => undefined)
  const [always] = followed.filter(({ track }) => track.endpoint === 'always')
  return { always: always?.status ?? Promise.resolve(undefined), all }
}

/** Makes quotes whose retry schedules end one after the other. */
async function makeApart({ context: { clock }, make }: Breaking, names: readonly string[]): Promise<void> {
  const began = clock.now()
  for (const [place, name] of names.entries()) {
    await clock.sleep(Math.max(0, began + place * APART_MS - clock.now()))
    await make(name)
  }
}

/** Carries out a track until its end, or until its endpoint is disabled; returns the last status that was read. */
async function follow(
  breaking: Breaking,
  counts: CountedFailures,
  { endpoint: name, steps, isMoved }: BreakerTrack,
): Promise<string | undefined> {
  const endpoint = breaking.endpoints[name]
  if (endpoint === undefined || (isMoved && !breaking.context.clock.virtual)) return undefined
  let status: string | undefined
  for (const step of steps) {
    const { isOver, shown } = await take(breaking, counts, endpoint, step)
    status = shown ?? status
    if (isOver || status === 'disabled') break
  }
  return status
}

/** The status that a step showed, and whether the track cannot go on after it. */
interface Taken {
  readonly isOver?: boolean
  readonly shown?: string | undefined
}

async function take(
  breaking: Breaking,
  counts: CountedFailures,
  endpoint: WebhookEndpoint,
  step: TrackStep,
): Promise<Taken> {
  const { context, make, began } = breaking
  const { clock } = context
  if (step === 'read') return { shown: await statusOf(context, endpoint) }
  if (step === 'rotate') return { isOver: (await endpoint.rotate().then(() => true, unlessUnable)) !== true }
  if ('at' in step) await clock.sleep(Math.max(0, began + step.at - clock.now()))
  else if ('pauseMs' in step) await clock.sleep(Math.max(0, step.pauseMs))
  else if ('makes' in step) for (const name of step.makes) await make(name)
  else if ('climbs' in step) await climbAt(breaking, endpoint, step.climbs)
  else if ('attempts' in step)
    await watchAttempts(context, step.attempts, () =>
      withoutCopies(attemptsAt(breaking, endpoint, ...step.of)),
    )
  else {
    const isOver = !(await HAVE_FAILED[counts](breaking, endpoint, step))
    const isRead = isOver || step.isUnread !== true
    return { isOver, ...(isRead && { shown: await waitsUntilDisabled(context, endpoint) }) }
  }
  return {}
}

/** Measures the retry schedule of an event, and leaves its endpoint disabled where it is. */
async function climbAt(breaking: Breaking, endpoint: WebhookEndpoint, name: string): Promise<void> {
  const { rating, deliverySlack } = breaking.context.facts.timing
  const attempts = () => attemptsAt(breaking, endpoint, name)
  await climb(breaking.context, { endpoint, attempts, firstMs: rating + deliverySlack, reenables: false })
}

interface Failures {
  readonly failures: number
  readonly of: readonly string[]
  readonly isSharp?: true
}

/** By what counts: waits until so many of them have failed, and says whether that happened (R27). */
const HAVE_FAILED: Readonly<
  Record<CountedFailures, (breaking: Breaking, endpoint: WebhookEndpoint, of: Failures) => Promise<boolean>>
> = {
  async attempts(breaking, endpoint, { failures, of }) {
    const { webhooks, facts } = breaking.context
    const { rating, proposal, deliverySlack } = facts.timing
    const isThere = () => attemptsAt(breaking, endpoint, ...of).length > 0
    await webhooks.until(isThere, rating + proposal + deliverySlack, SHARP_STEP_MS)
    const failed = () => withoutCopies(failuresAt(breaking, endpoint, ...of))
    return watchAttempts(breaking.context, failures, failed)
  },
  async events(breaking, endpoint, { failures, of, isSharp }) {
    const { clock, webhooks, facts, spec } = breaking.context
    const most = spec.delivery.attempts.length
    const slackMs = facts.timing.deliverySlack
    const isGivenUp = (name: string) => {
      const attempts = failuresAt(breaking, endpoint, name)
      const given = { attempts, slackMs, heldUpMs: heldUpOf(clock, webhooks) }
      return attempts.length >= most && retryStepsOf(given, spec.delivery).length >= most
    }
    const patienceMs = climbMs(most, spec.delivery, slackMs) + RETRY_STEP_MS
    const reach = (count: number, stepMs: number) =>
      webhooks.watch(patienceMs, stepMs, () => of.filter(isGivenUp).length >= count)
    await reach(1, RETRY_STEP_MS)
    return reach(failures, isSharp ? STEP_MS : RETRY_STEP_MS)
  },
}
