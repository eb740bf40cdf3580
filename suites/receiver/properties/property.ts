import fc, { type Arbitrary } from 'fast-check'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import type { ReceiverContext } from '../vocabulary/context.ts'
import { LeftOut, slownessOf } from '../vocabulary/driving/left-out.ts'
import { driveOne } from '../vocabulary/driving/send.ts'
import { type Effects, watchEffects } from '../vocabulary/effects/processed.ts'
import { allOf } from '../vocabulary/judge/answer.ts'
import { TimeIsUp } from '../vocabulary/pace/run-time.ts'

/** A statement that holds for every case of a kind. */
export interface ReceiverProperty<Input, Seen> {
  /** True where the property only strengthens others, so it is left out where a receiver is slow. */
  readonly variant?: boolean
  /** Generates the cases. Each is plain JSON, so that it can be stored and run again. */
  readonly arbitrary: Arbitrary<Input>
  send(input: Input): Promise<Seen>
  /** Event-IDs that must be among the processed ones. */
  idsOf(seen: Seen): readonly string[]
  /** Judges the result of a case by its answers, and by the effects where they are known. Pure. */
  judge(seen: Seen, input: Input, effects: Effects): Verdict
  exchangesOf(seen: Seen): readonly Exchange[]
  /** The actions of the case in order, as text for people. */
  steps(input: Input): readonly string[]
}

export interface ReceiverCase<Input, Seen> {
  readonly input: Input
  readonly seen: Seen
}

export interface ReceiverCases<Input, Seen> {
  readonly cases: readonly ReceiverCase<Input, Seen>[]
  readonly effects: Effects
  /** The smallest case that breaks the property, with its effects. */
  readonly counterexample?: ReceiverCase<Input, Seen> & { readonly effects: Effects }
}

/** A property takes at most this long, in milliseconds, and shrinking a case takes at most as long again. */
const LONGEST_MS = 15_000
const SHRINK_MS = 12_000

const UNREAD: Effects = { absent: 'profile', why: 'what was processed is judged for all cases together' }

/**
 * Runs the cases of a property one after the other. Shrinks each breach with its own arbitrary. The answers decide first; where
 * those are right, the effects do.
 * @param what name of the group that the cases belong to, for the report of cases that were left out
 */
export async function runReceiverProperty<Input, Seen>(
  context: ReceiverContext,
  what: string,
  property: ReceiverProperty<Input, Seen>,
): Promise<ReceiverCases<Input, Seen>> {
  const { generation, now } = context
  const time = await context.time()
  if (property.variant === true && !time.has('variantsMs')) {
    time.leaveOut(what, generation.runs)
    throw new LeftOut(`the ${what} were left out, since ${await slownessOf(context)}`)
  }
  const cases: ReceiverCase<Input, Seen>[] = []
  const isReplay = 'replay' in generation
  const began = now()
  let leftOut = 0
  let smallest: (ReceiverCase<Input, Seen> & { readonly effects: Effects }) | undefined
  let brokenAt: number | undefined

  const holds = (see: (one: ReceiverCase<Input, Seen>) => Promise<Effects>, mayGoOn: () => boolean) =>
    fc.asyncProperty(property.arbitrary, async (input) => {
      if (!mayGoOn()) {
        leftOut += 1
        return true
      }
      try {
        const wentWell = (seen: Seen) => property.judge(seen, input, UNREAD).kind !== 'failed'
        const one = { input, seen: await driveOne(context, () => property.send(input), wentWell) }
        const effects = await see(one)
        const isBroken = property.judge(one.seen, input, effects).kind === 'failed'
        if (smallest === undefined) cases.push(one)
        if (!isBroken) return true
        smallest = { ...one, effects }
        brokenAt ??= now()
        return false
      } catch (error) {
        if (!(error instanceof TimeIsUp)) throw error
        leftOut += 1
        return true
      }
    })
  const isFirst = () => cases.length === 0 && time.has('casesMs')
  const hasTime = () =>
    brokenAt === undefined
      ? isFirst() || (time.has('variantsMs') && now() - began < LONGEST_MS)
      : time.has('deliveriesMs') && now() - brokenAt < SHRINK_MS
  const parameters = { seed: generation.seed, numRuns: isReplay ? 1 : generation.runs }
  const one = isReplay ? { examples: [[generation.replay as Input]] as [Input][], endOnFailure: true } : {}
  await fc.check(
    holds(async () => UNREAD, hasTime),
    { ...parameters, ...one },
  )
  time.leaveOut(what, brokenAt === undefined ? leftOut : 0)

  const idsOf = (some: readonly ReceiverCase<Input, Seen>[]) =>
    some.flatMap(({ seen }) => property.idsOf(seen))
  const ids = idsOf(cases)
  const effects = await watchEffects(context, ids, ids)
  const index = cases.findIndex(({ input, seen }) => property.judge(seen, input, effects).kind === 'failed')
  if (smallest === undefined && index >= 0) {
    const known = cases[index]
    if (known !== undefined) smallest = { ...known, effects }
    brokenAt = now()
    const watched = async (some: ReceiverCase<Input, Seen>) =>
      watchEffects(context, idsOf([some]), idsOf([some]))
    if (!isReplay) await fc.check(holds(watched, hasTime), { ...parameters, path: String(index) })
  }
  if (smallest === undefined) return { cases, effects }
  generation.found({
    case: smallest.input,
    steps: property.steps(smallest.input),
    exchanges: property.exchangesOf(smallest.seen).map(({ id }) => id),
  })
  return { cases, effects, counterexample: smallest }
}

/**
 * Judges all cases together. If a counterexample decides something, it alone makes the verdict, since it is the shortest
 * explanation.
 */
export function judgeReceiverCases<Input, Seen>(
  { cases, effects, counterexample }: ReceiverCases<Input, Seen>,
  judge: ReceiverProperty<Input, Seen>['judge'],
): Verdict {
  const small = counterexample && judge(counterexample.seen, counterexample.input, counterexample.effects)
  if (small?.kind === 'failed') return small
  return allOf(cases.map(({ seen, input }) => judge(seen, input, effects)))
}
