import type { Exchange } from '../../../../../conformance/exchange.ts'
import { CannotTell } from '../../../../../conformance/verdict.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { canHold, whileHeld } from '../../states/hold.ts'
import {
  begin,
  type Course,
  type Rest,
  type Stage,
  type Traveller,
  toPolicy,
  toRest,
  whileItIsHeld,
} from './course.ts'
import { CONDITIONS, type Condition } from './table.ts'

/** Why a condition could not be set up, and the profile key that would help. */
export interface Left {
  readonly why: string
  readonly key?: string
}

export interface DrivenCondition {
  readonly condition: Condition
  readonly courses: readonly Course[]
  readonly left?: Left
}

/** Longest real time for which the suite watches that nothing comes, in milliseconds. */
const ABSENCE_MS = 5000

/** Delay of a late bind: longer than answers are usually cached, in milliseconds. */
const LATER_MS = 20 * 60_000

/** How long rating is held on a moved clock, in milliseconds. */
const HOLD_MS = 120_000

/** Drives every condition that the profile allows: first those without a hold, all at once, then those of each hold. */
export async function driveConditions(stage: Stage): Promise<readonly DrivenCondition[]> {
  const lacks = CONDITIONS.map((condition) => ({ condition, left: lackOf(condition, stage) }))
  const possible = lacks.flatMap(({ condition, left }) => (left === undefined ? [condition] : []))
  const of = (hold: Condition['hold']) => possible.filter((condition) => condition.hold === hold)
  const driven = [
    ...(await Promise.all(
      of(undefined).map((condition) => attempt(condition, () => unheld(condition, stage))),
    )),
    ...(await ratingHeld(of('rating'), stage)),
    ...(await issueHeld(of('issue'), stage)),
  ]
  await absence(stage.context)
  await bindLater(stage.context, driven)
  return [
    ...driven,
    ...lacks.flatMap(({ condition, left }) => (left === undefined ? [] : [{ condition, courses: [], left }])),
  ]
}

function lackOf(condition: Condition, { context, clients }: Stage): Left | undefined {
  const { operator, facts } = context
  const { hold, review, outcome, key, partner, client } = condition
  if (hold !== undefined && !canHold(operator, hold))
    return { why: `nobody can hold ${hold} back`, key: `operator.hold_${hold}` }
  if (outcome !== undefined && !(outcome in facts.outcomes))
    return { why: `no recipe for the outcome ${outcome}`, key: `outcomes.${outcome}` }
  if (review !== undefined && !operator.can(`review_${review}`))
    return { why: `nobody can ${review} a review`, key: `operator.review_${review}` }
  if (key !== undefined && !facts.credentials.has('secondary_integration_key'))
    return { why: 'there is no secondary key', key: 'credentials.secondary_integration_key' }
  if (partner !== undefined && !facts.credentials.has('other_partner'))
    return { why: 'there is no other partner', key: 'credentials.other_partner' }
  if (client !== undefined && clients[client] === undefined)
    return { why: 'no other client was made', key: 'operator.create_client' }
  return undefined
}

/** Drives one condition; a failure to set it up does not affect the others. */
async function attempt(
  condition: Condition,
  drive: () => Promise<readonly Course[]>,
): Promise<DrivenCondition> {
  try {
    return { condition, courses: await drive() }
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error
    const { message: why, key } = error
    return { condition, courses: [], left: { why, ...(key !== undefined && { key }) } }
  }
}

/** Makes as many quotes as the condition names, at once or in turn. */
async function made<T>({ quotes = 1, inTurn }: Condition, make: () => Promise<T>): Promise<readonly T[]> {
  if (inTurn !== true) return Promise.all(Array.from({ length: quotes }, make))
  const all: T[] = []
  while (all.length < quotes) all.push(await make())
  return all
}

const unheld = (condition: Condition, stage: Stage): Promise<readonly Course[]> =>
  made(condition, async () => {
    const traveller = await begin(condition, stage)
    const rest = await toRest(traveller)
    return { quote: traveller.quote, ...rest, ...(await toPolicy(traveller, rest, undefined)) }
  })

/** Each condition with the promise of the work that was begun for it. */
type Begun<T> = readonly (readonly [Condition, Promise<readonly T[]>])[]

/** Starts work for each condition. Errors are handled later, so the empty `catch` keeps rejections from counting as unhandled. */
function beginAll<T>(
  conditions: readonly Condition[],
  start: (one: Condition) => Promise<readonly T[]>,
): Begun<T> {
  return conditions.map((condition) => {
    const started = start(condition)
    started.catch(() => undefined)
    return [condition, started] as const
  })
}

const settled = (begun: Begun<unknown>) => Promise.allSettled(begun.map(([, started]) => started))

async function ratingHeld(conditions: readonly Condition[], stage: Stage) {
  const { context } = stage
  if (conditions.length === 0) return []
  const begun = await whileHeld(context.operator, 'rating', async () => {
    const travelling = beginAll(conditions, (one) => made(one, () => begin(one, stage)))
    await settled(travelling)
    await absence(context)
    // Long enough that an event with the timestamp of its submission would be visibly late.
    if (context.clock.virtual) await context.clock.sleep(HOLD_MS)
    const seen = beginAll(conditions, async (one) => {
      const own = await travelling.find(([condition]) => condition === one)?.[1]
      return Promise.all(
        (own ?? []).map(async (traveller) => ({ traveller, held: await whileItIsHeld(traveller) })),
      )
    })
    await settled(seen)
    return seen
  })
  return Promise.all(
    begun.map(([condition, started]) =>
      attempt(condition, async () =>
        Promise.all(
          (await started).map(async ({ traveller, held }) => {
            const rest = await toRest(traveller)
            const policy = await toPolicy(traveller, rest, undefined)
            return { quote: traveller.quote, ...rest, heldRating: held, ...policy }
          }),
        ),
      ),
    ),
  )
}

interface Bound {
  readonly traveller: Traveller
  readonly rest: Rest
  readonly bind?: Exchange
}

async function issueHeld(conditions: readonly Condition[], stage: Stage) {
  const { context } = stage
  if (conditions.length === 0) return []
  const ready = beginAll(conditions, (one) =>
    made(one, async () => {
      const traveller = await begin(one, stage)
      return { traveller, rest: await toRest(traveller) }
    }),
  )
  await settled(ready)
  const begun = await whileHeld(context.operator, 'issue', async () => {
    const bound = ready.map(
      ([condition, all]) => [condition, all.then((own) => Promise.all(own.map(bindTwice)))] as const,
    )
    for (const [, all] of bound) all.catch(() => undefined)
    await settled(bound)
    await absence(context)
    const seen = bound.map(
      ([condition, all]) =>
        [
          condition,
          all.then((own) =>
            Promise.all(
              own.map(async (one) => {
                const { context: own, quote } = one.traveller
                await own.api.status(quote.id)
                return one
              }),
            ),
          ),
        ] as const,
    )
    for (const [, all] of seen) all.catch(() => undefined)
    await settled(seen)
    return seen
  })
  return Promise.all(
    begun.map(([condition, started]) =>
      attempt(condition, async () =>
        Promise.all(
          (await started).map(async ({ traveller, rest, bind }) => ({
            quote: traveller.quote,
            ...rest,
            ...(await toPolicy(traveller, rest, bind)),
          })),
        ),
      ),
    ),
  )
}

/** Binds a ready quote, and binds it again while it is bound. */
async function bindTwice(one: Omit<Bound, 'bind'>): Promise<Bound> {
  if (one.rest.state !== 'ready_to_bind') return one
  const { context, quote } = one.traveller
  const bind = await context.api.bind(quote.id)
  await context.quotes.follow(quote.id, (state) => state === 'bound', context.facts.timing.pollInterval)
  await context.api.bind(quote.id)
  return { ...one, bind }
}

/** Binds quotes again that were issued long ago, on a moved clock only. */
async function bindLater(context: PlatformContext, driven: readonly DrivenCondition[]): Promise<void> {
  const { api, clock } = context
  if (!clock.virtual) return
  await clock.sleep(LATER_MS)
  const own = driven.filter(({ condition }) => condition.partner !== 'other')
  await Promise.all(
    own
      .flatMap(({ courses }) => courses.filter(({ issued }) => issued).slice(0, 1))
      .map(({ quote }) => api.bind(quote.id)),
  )
  await absence(context)
}

/** Waits for as long as a forbidden event would take to come. */
async function absence({ webhooks, clock, facts }: PlatformContext): Promise<void> {
  const longest = Math.max(facts.timing.rating, facts.timing.issue)
  await webhooks.watch(clock.virtual ? longest : Math.min(longest, ABSENCE_MS))
}
