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

  /** @param place of the step that was left out last, if any: those behind it were found to be needed */
  override shrink(value: Journey, place?: unknown): Stream<Value<Journey>> {
    const last = typeof place === 'number' ? place : undefined
    return Stream.of(...smallerJourneys(value, last)).map(([journey, at]) => new Value(journey, at))
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

/** A smaller journey, and the place of the step that was left out last, if any. */
type Smaller = readonly [journey: Journey, last: number | undefined]

/**
 * Smaller journeys, most promising first: shorter ones, then with more waiting, then with simpler actions, then with plainer quotes.
 * Single steps are left out from the last one tried on, since steps behind it are most likely needed.
 */
function smallerJourneys(journey: Journey, last: number | undefined): readonly Smaller[] {
  const { quotes, steps, requests = [] } = journey
  const withSteps = (changed: readonly Step[]): Journey => ({ ...journey, steps: changed })
  const places = [...steps.keys()].reverse()
  const inOrder = [
    ...places.filter((at) => at < (last ?? steps.length)),
    ...places.filter((at) => at >= (last ?? steps.length)),
  ]
  const shorter = inOrder.map((at): Smaller => [withSteps(steps.toSpliced(at, 1)), at])
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
  const coarse = last === undefined ? [...plainest(journey), ...withoutParts(steps).map(withSteps)] : []
  const fine = [...simpler.map(withSteps), ...plainer, ...asUsual]
  return [
    ...coarse.map((one): Smaller => [one, undefined]),
    ...(steps.length > 1 ? shorter : []),
    ...fine.map((one): Smaller => [one, last]),
  ]
}

/** The fewest steps of which a quarter is left out. */
const MANY = 8

/** Leaves out half of the steps, or a quarter of many: one at a time takes more tries than there are. */
function withoutParts(steps: readonly Step[]): readonly (readonly Step[])[] {
  const half = Math.ceil(steps.length / 2)
  const quarter = Math.floor(steps.length / 4)
  return [
    ...(half < steps.length ? [steps.slice(0, half)] : []),
    ...(steps.length < MANY ? [] : [3, 2, 1, 0].map((part) => steps.toSpliced(part * quarter, quarter))),
  ]
}

/** The outcome of a quote that nothing sets apart. */
const USUAL = 'ready_to_bind'

/** The journey with usual quotes, with nothing else that sets its quotes and requests apart, and with their forms alone left out. */
function plainest({ quotes, steps, requests = [] }: Journey): readonly Journey[] {
  const isWritten = requests.length > 0 || quotes.some(({ forms }) => forms !== undefined)
  const isSetApart = isWritten || quotes.some((made) => Object.keys(made).length > 1)
  return [
    ...(quotes.some(({ outcome }) => outcome !== USUAL)
      ? [{ quotes: quotes.map(() => ({ outcome: USUAL })), steps }]
      : []),
    ...(isSetApart ? [{ quotes: quotes.map(({ outcome }) => ({ outcome })), steps }] : []),
    ...(isWritten ? [{ quotes: quotes.map(({ forms: _, ...made }) => made), steps }] : []),
  ]
}

/** Quotes with one form less, or without one of the things that set them apart. */
function plainerQuotes(made: Made): readonly Made[] {
  const { forms = [], ...others } = made
  const fewer = forms.map((_, place): Made => {
    const some = forms.toSpliced(place, 1)
    return { ...others, ...(some.length > 0 && { forms: some }) }
  })
  const { also: [next = USUAL, ...further] = [], outcome, ...rest } = made
  const otherwise: Made = { ...rest, outcome: next, ...(further.length > 0 && { also: further }) }
  const without = (['partner', 'key', 'broker', 'also', 'byFormerClient', 'twice'] as const).flatMap(
    (name): Made[] => {
      const { [name]: left, ...rest } = made
      return left === undefined ? [] : [rest]
    },
  )
  return [...fewer, ...without, ...(outcome === next ? [] : [otherwise])]
}
