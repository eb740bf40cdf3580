import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../../../../conformance/exchange.ts'
import type { IsChosen } from '../../../../conformance/scenario.ts'
import { all, CannotTell, failed, type Verdict } from '../../../../conformance/verdict.ts'
import { caseAt } from '../../../../generators/cases.ts'
import { type PlatformContext, platformContext } from '../context.ts'
import { batchesOf, inBatches } from './batches.ts'
import { shrunk } from './shrink.ts'

/** A statement that holds for every case of a kind. */
export interface Property<Input, Seen> {
  /** Makes the cases; each is plain JSON, so that one can be stored and run again. */
  readonly arbitrary: Arbitrary<Input>
  /** Fixed cases that are sent instead of generated ones; the arbitrary shrinks them. */
  readonly written?: readonly Input[]
  /**
   * Prepares one case and returns the function that sends it, so that all work without answers is done beforehand. Every case has
   * a context of its own, with unique numbers of its own.
   */
  prepare(context: PlatformContext, input: Input): () => Promise<Seen>
  /** Judges a case. Pure: the claim and the shrinking use the same function. */
  judge(seen: Seen, input: Input): Verdict
  /** All exchanges of a case. */
  exchangesOf(seen: Seen): readonly Exchange[]
  /** Descriptions of the actions, in order. */
  steps(input: Input, seen: Seen): readonly string[]
}

/** A case and its result. */
export interface Case<Input, Seen> {
  /** Its place among all cases, from 1; of one that was made smaller, that of the case it was made of. */
  readonly number: number
  readonly input: Input
  readonly seen: Seen
}

/** Results of a property's cases. */
export interface Cases<Input, Seen> {
  /** Cases that are kept as evidence: of a long series, the first ones and the remarkable ones. */
  readonly kept: readonly Case<Input, Seen>[]
  readonly total: number
  /** The smallest case that breaks the property. */
  readonly counterexample?: Case<Input, Seen>
}

/** Says whether exchanges show a breach of any statement, so that they have to be kept as evidence. */
export type Remarkable = (exchanges: readonly Exchange[]) => boolean

/** Number of first cases that are always kept as evidence. */
const KEPT = 100

/** Number of cases that are prepared together. */
const AHEAD = 64

/** Number of parts in which a series is judged. After a breach, the rest of its part is still sent, and all that was written down. */
const JUDGED = 32

/** Number of cases in a row without any answer, after which no more are sent. */
const PATIENCE = 3

const isUnanswered = (exchanges: readonly Exchange[]): boolean =>
  exchanges.length > 0 && exchanges.every(({ answer }) => answer === undefined)

/**
 * Runs the cases of a property, and shrinks the first one that breaks it, of written ones the smallest. Cases are numbered, and each
 * follows from the seed and its number. So the order in which they end does not matter.
 *
 * @param isChosen the cases to send, by their numbers from 1; absent for all
 * @throws CannotTell when the target is lost
 */
export async function runProperty<Input, Seen>(
  context: PlatformContext,
  property: Property<Input, Seen>,
  remarkable: Remarkable,
  isChosen: IsChosen = () => true,
): Promise<Cases<Input, Seen>> {
  const { generation, http } = context
  const { written } = property
  const count = 'replay' in generation ? 1 : (written?.length ?? generation.runs)
  const numbers = Array.from({ length: count }, (_, place) => place).filter((one) => isChosen(`${one + 1}`))
  const total = numbers.length
  if (total === 0 && count > 0)
    throw new CannotTell(`none of the ${count} cases has a number that was chosen`)
  const kept = new Map<number, Case<Input, Seen>>()
  let unanswered = 0
  const broken = new Map<number, Case<Input, Seen>>()

  const breaks = ({ seen, input }: Case<Input, Seen>) =>
    property.judge(seen, input).kind === 'failed' || remarkable(property.exchangesOf(seen))
  const prepared = (input: Input, series: string) => ({
    input,
    send: property.prepare(own(context, series), input),
  })
  const ready = inBatches(total, AHEAD, (place) => {
    const number = numbers[place] ?? place
    const input =
      'replay' in generation
        ? (generation.replay as Input)
        : written === undefined
          ? caseAt(property.arbitrary, generation.seed, number)
          : (written[number] as Input)
    return { number, ...prepared(input, `case ${number}`) }
  })
  const judged = batchesOf(Math.ceil(total / JUDGED), (one: Case<Input, Seen>) => {
    const { number } = one
    if (breaks(one)) {
      kept.set(number, one)
      broken.set(number, one)
    } else if (number <= KEPT || written !== undefined) kept.set(number, one)
    else forget(one)
  })
  const work = async () => {
    for (const { number, input, send } of ready) {
      // Written cases are different from each other, so that a breach of one hides none of another.
      if ((broken.size > 0 && written === undefined) || unanswered >= PATIENCE) return
      const one = { number: number + 1, input, seen: await send() }
      unanswered = isUnanswered(property.exchangesOf(one.seen)) ? unanswered + 1 : 0
      judged.add(one)
    }
  }
  const working = Array.from({ length: Math.min(generation.atOnce, total) }, work)
  const ends = await Promise.allSettled(working)
  judged.end()
  // Findings stay valid even if the target was lost afterwards.
  const [lost] = ends.filter((end) => end.status === 'rejected')
  if (lost !== undefined && broken.size === 0) throw lost.reason

  const cases = { kept: [...kept].sort(([a], [b]) => a - b).map(([, one]) => one), total }
  // Written cases differ in size, and from the smallest one the fewest tries lead to what people understand.
  const sizeOf = ({ input }: Case<Input, Seen>) => (written === undefined ? 0 : JSON.stringify(input).length)
  const [first] = [...broken].sort(([a, one], [b, other]) => sizeOf(one) - sizeOf(other) || a - b)
  if (first === undefined) return cases
  const [number, one] = first
  const sendOne = async (input: Input, series: string) => ({
    ...{ number, input },
    seen: await prepared(input, series).send(),
  })
  const counterexample =
    'replay' in generation || generation.shrinks === false
      ? one
      : await shrunk(context, property, one, { send: sendOne, breaks, forget })
  const exchanges = property.exchangesOf(counterexample.seen)
  generation.found({
    case: counterexample.input,
    steps: property.steps(counterexample.input, counterexample.seen),
    exchanges: exchanges.map(({ id }) => id),
  })
  return { ...cases, counterexample }

  function forget({ seen }: Case<Input, Seen>): void {
    http.forget(property.exchangesOf(seen))
  }
}

/** Makes the context of one case, with unique numbers of its own. */
function own(context: PlatformContext, series: string): PlatformContext {
  return platformContext({ ...context, unique: (name = '') => context.unique(series + name) }, context.spec)
}

/**
 * Judges all cases together. Where there is a counterexample, its verdict alone counts, since it is the
 * smallest case.
 */
export function judgeCases<Input, Seen>(
  { kept, counterexample }: Cases<Input, Seen>,
  judge: (seen: Seen, input: Input) => Verdict,
): Verdict {
  const small = counterexample && judge(counterexample.seen, counterexample.input)
  if (small?.kind === 'failed') return small
  const verdict = all(kept.map(({ seen, input }) => judge(seen, input)))
  return verdict.kind === 'failed' ? failed(...verdict.findings.slice(0, 5)) : verdict
}
