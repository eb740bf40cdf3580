import fc, { Arbitrary, type Random, Stream, Value } from 'fast-check'

/** Actions on a quote, whatever its state. */
export const JOURNEY_ACTIONS = [
  'status',
  'update',
  'bind',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
  'rest',
  /** Two binds at the same moment. */
  'bind-and-bind',
  /** A bind and an update at the same moment. */
  'bind-and-update',
  'approve',
  'decline',
  /** From now on the other integration key. */
  'rotate',
] as const

export type JourneyAction = (typeof JOURNEY_ACTIONS)[number]

/** One step of a journey. The quote is submitted with the first step that names it. */
export interface Step {
  readonly quote: number
  readonly action: JourneyAction
  /** Does not wait until the quote has settled. */
  readonly immediate: boolean
}

/** Actions in order, with several quotes side by side. */
export interface Journey {
  /** The outcome that each quote is submitted for. */
  readonly outcomes: readonly string[]
  readonly steps: readonly Step[]
}

/** Offers of a target for journeys. */
export interface Possible {
  /** Outcomes that leave a quote to do something with; the first is what journeys shrink to. */
  readonly outcomes: readonly string[]
  readonly actions: readonly JourneyAction[]
}

const QUOTES = 2
const STEPS = { minLength: 2, maxLength: 9 }

type Weights = Partial<Record<JourneyAction, number>>

/** How often each action comes, by what the quote was submitted for; one that is not named comes once. */
const WEIGHTS: Readonly<Record<string, Weights>> = {
  ready_to_bind: {
    bind: 5,
    update: 5,
    'bind-and-bind': 2,
    'bind-and-update': 2,
    'quote-proposal': 4,
    policy: 3,
  },
  underwriter_review: { approve: 4, decline: 4, 'quote-proposal': 5, update: 3, bind: 3 },
}

/** Journeys in any order, of one quote more often than of several. */
export function journeys({ outcomes, actions }: Possible): Arbitrary<Journey> {
  const [usual = 'ready_to_bind', ...others] = outcomes
  const outcome = fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    ...others.map((one) => ({
      weight: one === 'underwriter_review' ? 3 : 1,
      arbitrary: fc.constant(one),
    })),
  )
  const stepOf = (quote: number, made: string) =>
    fc.record({
      quote: fc.constant(quote),
      action: fc.oneof(
        ...actions.map((one) => ({ weight: WEIGHTS[made]?.[one] ?? 1, arbitrary: fc.constant(one) })),
      ),
      immediate: fc.oneof(
        { weight: 2, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
  const journey = fc.array(outcome, { minLength: QUOTES, maxLength: QUOTES }).chain((made) => {
    const step = fc.oneof(
      ...made.map((one, quote) => ({ weight: quote === 0 ? 4 : 1, arbitrary: stepOf(quote, one) })),
    )
    return fc.array(step, { ...STEPS, size: 'max' }).map((steps) => ({ outcomes: made, steps }))
  })
  // Small ones, which a bias would prefer, show little.
  return new ShrinkingJourneys(fc.noBias(journey))
}

/** Draws journeys as another arbitrary does and shrinks them by what people understand best: fewer steps, then simpler ones. */
class ShrinkingJourneys extends Arbitrary<Journey> {
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

/** Journeys that are one step smaller, most promising first: shorter, then with more waiting, then of simpler actions. */
function smallerJourneys({ outcomes, steps }: Journey): readonly Journey[] {
  const withSteps = (changed: readonly Step[]): Journey => ({ outcomes, steps: changed })
  const half = Math.ceil(steps.length / 2)
  const shorter = [
    ...(half < steps.length ? [steps.slice(0, half)] : []),
    ...steps.map((_, at) => steps.toSpliced(at, 1)).reverse(),
  ].filter(({ length }) => length > 0)
  const simpler = steps.flatMap((step, at) => [
    ...(step.immediate ? [steps.with(at, { ...step, immediate: false })] : []),
    ...(PARTS[step.action] ?? []).map((action) => steps.with(at, { ...step, action })),
  ])
  return [...shorter, ...simpler].map(withSteps)
}
