import { Arbitrary, type Random, Stream, Value } from 'fast-check'
import type { Journey, JourneyAction, Made, Step } from './journey.ts'

/** Generates journeys by another arbitrary, and shrinks them to what people understand best: fewer steps, then simpler ones. */
export class ShrinkingJourneys extends Arbitrary<Journey> {
  readonly #generated: Arbitrary<Journey>

  constructor(generated: Arbitrary<Journey>) {
    super()
    this.#generated = generated
  }

  override generate(random: Random, biasFactor: number | undefined): Value<Journey> {
    return new Value(this.#generated.generate(random, biasFactor).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Journey {
    return typeof value === 'object' && value !== null && 'steps' in value
  }

  override shrink(value: Journey): Stream<Value<Journey>> {
    return Stream.of(...smallerJourneys(value)).map((journey) => new Value(journey, undefined))
  }
}

/** Actions that consist of single actions. */
const PARTS: Partial<Record<JourneyAction, readonly JourneyAction[]>> = {
  'bind-and-bind': ['bind'],
  'bind-and-update': ['bind', 'update'],
}

/** Puts simultaneous actions one after the other: a race hides which steps are needed, since its result changes. */
function inTurn(step: Step): readonly (readonly Step[])[] {
  const parts = PARTS[step.action] ?? []
  return parts.length < 2 ? [] : [parts.map((action) => ({ ...step, action, immediate: true }))]
}

/**
 * Journeys that are one step smaller, most promising first: shorter ones, then with more waiting, then with simpler actions, then
 * with plainer quotes.
 */
function smallerJourneys(journey: Journey): readonly Journey[] {
  const { quotes, steps, requests = [] } = journey
  const withSteps = (changed: readonly Step[]): Journey => ({ ...journey, steps: changed })
  const half = Math.ceil(steps.length / 2)
  const shorter = [
    ...(half < steps.length ? [steps.slice(0, half)] : []),
    ...steps.map((_, at) => steps.toSpliced(at, 1)).reverse(),
  ].filter(({ length }) => length > 0)
  const simpler = steps.flatMap((step, at) => [
    ...(step.immediate ? [steps.with(at, { ...step, immediate: false })] : []),
    ...(PARTS[step.action] ?? []).map((action) => steps.with(at, { ...step, action })),
    ...inTurn(step).map((one) => steps.toSpliced(at, 1, ...one)),
  ])
  const plainer = quotes.flatMap((made, place) =>
    plainerQuotes(made).map((one): Journey => ({ ...journey, quotes: quotes.with(place, one) })),
  )
  const asUsual = requests.map(
    (_, place): Journey => ({ ...journey, requests: requests.toSpliced(place, 1) }),
  )
  return [...[...shorter, ...simpler].map(withSteps), ...plainer, ...asUsual]
}

/** Quotes with one form less, or without one of the things that set them apart. */
function plainerQuotes(made: Made): readonly Made[] {
  const { forms = [], ...others } = made
  const fewer = forms.map((_, place): Made => {
    const some = forms.toSpliced(place, 1)
    return { ...others, ...(some.length > 0 && { forms: some }) }
  })
  const without = (['partner', 'key', 'broker', 'also'] as const).flatMap((name): Made[] => {
    const { [name]: left, ...rest } = made
    return left === undefined ? [] : [rest]
  })
  return [...fewer, ...without]
}
