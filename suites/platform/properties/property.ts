import type { Arbitrary } from 'fast-check'
import type { Exchange } from '../../../conformance/exchange.ts'
import { all, failed, type Verdict } from '../../../conformance/verdict.ts'
import { caseAt } from '../../../generators/cases.ts'
import { type PlatformContext, platformContext } from '../vocabulary/context.ts'
import { batchesOf, inBatches } from './batches.ts'
import { shrunk } from './shrink.ts'

/** A statement that holds for every case of a kind. */
export interface Property<Input, Seen> {
  /** Makes the cases; each is plain JSON, so that one can be stored and run again. */
  readonly arbitrary: Arbitrary<Input>
  /** Cases that are written down and sent instead of drawn ones; the arbitrary makes them smaller. */
  readonly written?: readonly Input[]
  /**
   * Makes one case ready and returns what sends it, so that whatever needs no answer is done beforehand. Every case has a context
   * of its own, whose numbers are its own too.
   */
  prepare(context: PlatformContext, input: Input): () => Promise<Seen>
  /** Judges what came of a case. Pure: the claim judges by the same function, and so does the shrinking. */
  judge(seen: Seen, input: Input): Verdict
  /** Everything that was sent for a case. */
  exchangesOf(seen: Seen): readonly Exchange[]
  /** Actions in order, for people. */
  steps(input: Input, seen: Seen): readonly string[]
}

/** A case and what came of it. */
export interface Case<Input, Seen> {
  readonly input: Input
  readonly seen: Seen
}

interface Numbered<Input, Seen> {
  readonly number: number
  readonly one: Case<Input, Seen>
}

/** Results of a property's cases. */
export interface Cases<Input, Seen> {
  /** Those that are kept as evidence: all of a short series, the first ones and whatever is remarkable of a long one. */
  readonly kept: readonly Case<Input, Seen>[]
  readonly total: number
  /** The smallest case that breaks the property. */
  readonly counterexample?: Case<Input, Seen>
}

/** Says whether exchanges show a breach of any statement, so that they have to be kept as evidence. */
export type Remarkable = (exchanges: readonly Exchange[]) => boolean

/** Cases that are kept as evidence whatever they show. */
const KEPT = 100

/** Cases that are made ready together. */
const AHEAD = 64

/** A series is judged in so many parts: the rest of a part is still sent when one of its cases was a breach. */
const JUDGED = 32

/** Cases in a row without a single answer, after which no more are sent: the target is asked elsewhere whether it lives. */
const PATIENCE = 3

const isUnanswered = (exchanges: readonly Exchange[]): boolean =>
  exchanges.length > 0 && exchanges.every(({ answer }) => answer === undefined)

/**
 * Runs the cases of a property, and makes the first one that breaks it as small as it gets. Cases are
 * numbered, and each follows from the seed and its number. So the order in which they end does not matter.
 * @throws CannotTell when the target is lost
 */
export async function runProperty<Input, Seen>(
  context: PlatformContext,
  property: Property<Input, Seen>,
  remarkable: Remarkable,
): Promise<Cases<Input, Seen>> {
  const { generation, http } = context
  const { written } = property
  const total = 'replay' in generation ? 1 : (written?.length ?? generation.runs)
  const kept = new Map<number, Case<Input, Seen>>()
  let unanswered = 0
  const broken = new Map<number, Case<Input, Seen>>()

  const breaks = ({ seen, input }: Case<Input, Seen>) =>
    property.judge(seen, input).kind === 'failed' || remarkable(property.exchangesOf(seen))
  const prepared = (input: Input, series: string) => ({
    input,
    send: property.prepare(own(context, series), input),
  })
  const ready = inBatches(total, AHEAD, (number) => {
    const input =
      'replay' in generation
        ? (generation.replay as Input)
        : written === undefined
          ? caseAt(property.arbitrary, generation.seed, number)
          : (written[number] as Input)
    return { number, ...prepared(input, `case ${number}`) }
  })
  const judged = batchesOf(Math.ceil(total / JUDGED), ({ number, one }: Numbered<Input, Seen>) => {
    if (breaks(one)) {
      kept.set(number, one)
      broken.set(number, one)
    } else if (number < KEPT) kept.set(number, one)
    else forget(one)
  })
  const work = async () => {
    for (const { number, input, send } of ready) {
      if (broken.size > 0 || unanswered >= PATIENCE) return
      const one = { input, seen: await send() }
      unanswered = isUnanswered(property.exchangesOf(one.seen)) ? unanswered + 1 : 0
      judged.add({ number, one })
    }
  }
  const working = Array.from({ length: Math.min(generation.atOnce, total) }, work)
  const ends = await Promise.allSettled(working)
  judged.end()
  // Findings stay valid, also where the target was lost during their case.
  const [lost] = ends.filter((end) => end.status === 'rejected')
  if (lost !== undefined && broken.size === 0) throw lost.reason

  const cases = { kept: [...kept].sort(([a], [b]) => a - b).map(([, one]) => one), total }
  const [first] = [...broken].sort(([a], [b]) => a - b)
  if (first === undefined) return cases
  const [number, one] = first
  const sendOne = async (input: Input, series: string) => ({
    input,
    seen: await prepared(input, series).send(),
  })
  const counterexample =
    'replay' in generation
      ? one
      : await shrunk(context, property, { number, one }, { send: sendOne, breaks, forget })
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

/** The same target for one case, with numbers that no other case takes from. */
function own(context: PlatformContext, series: string): PlatformContext {
  return platformContext({ ...context, unique: (name = '') => context.unique(series + name) }, context.spec)
}

/**
 * Judges all cases together. A counterexample stands alone where there is one, since it is the shortest
 * account.
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
