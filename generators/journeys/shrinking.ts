import { Arbitrary, type Random, Stream, Value } from 'fast-check'
import type { Journey, JourneyAction, Made, Step } from './journey.ts'

/** Draws journeys as another arbitrary does and shrinks them by what people understand best: fewer steps, then simpler ones. */
export class ShrinkingJourneys extends Arbitrary<Journey> {
  readonly #drawn: Arbitrary<Journey>

  constructor(drawn: Arbitrary<Journey>) {
    super()
    this.#drawn = drawn
  }

  override generate(random: Random, biasFactor: number | undefined): Value<Journey> {
    return new Value(this.#drawn.generate(random, biasFactor).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Journey {
    return typeof value === 'object' && value !== null && 'steps' in value
  }

  override shrink(value: Journey): Stream<Value<Journey>> {
    return Stream.of(...smallerJourneys(value)).map((journey) => new Value(journey, undefined))
  }
}

/** Single actions of which another one is made. */
const PARTS: Partial<Record<JourneyAction, readonly JourneyAction[]>> = {
  'bind-and-bind': ['bind'],
  'bind-and-update': ['bind', 'update'],
}

/** Actions at the same moment, one after the other: a race hides which steps are needed, since it ends now so, now otherwise. */
function apart(step: Step): readonly (readonly Step[])[] {
  const parts = PARTS[step.action] ?? []
  return parts.length < 2 ? [] : [parts.map((action) => ({ ...step, action, immediate: true }))]
}

/**
 * Journeys that are one step smaller, most promising first: shorter, then with more waiting, then of simpler
 * actions, then of plainer quotes.
 */
function smallerJourneys({ quotes, steps }: Journey): readonly Journey[] {
  const withSteps = (changed: readonly Step[]): Journey => ({ quotes, steps: changed })
  const half = Math.ceil(steps.length / 2)
  const shorter = [
    ...(half < steps.length ? [steps.slice(0, half)] : []),
    ...steps.map((_, at) => steps.toSpliced(at, 1)).reverse(),
  ].filter(({ length }) => length > 0)
  const simpler = steps.flatMap((step, at) => [
    ...(step.immediate ? [steps.with(at, { ...step, immediate: false })] : []),
    ...(PARTS[step.action] ?? []).map((action) => steps.with(at, { ...step, action })),
    ...apart(step).map((one) => steps.toSpliced(at, 1, ...one)),
  ])
  const plainer = quotes.flatMap((made, place) =>
    plainerQuotes(made).map((one): Journey => ({ quotes: quotes.with(place, one), steps })),
  )
  return [...[...shorter, ...simpler].map(withSteps), ...plainer]
}

function plainerQuotes({ outcome, partner, forms = [] }: Made): readonly Made[] {
  const fewer = forms.map((_, place) => forms.toSpliced(place, 1))
  return [
    ...fewer.map((some) => ({
      outcome,
      ...(partner && { partner }),
      ...(some.length > 0 && { forms: some }),
    })),
    ...(partner ? [{ outcome, ...(forms.length > 0 && { forms }) }] : []),
  ]
}
