import fc, { type Arbitrary } from 'fast-check'
import type { Journey, JourneyAction, Made, Possible, Step, Work } from './journey.ts'
import { ShrinkingJourneys } from './shrinking.ts'

const QUOTES = 2
const STEPS = { minLength: 2, maxLength: 9 }

/** Actions of an operator on the whole platform's work and on brokers and clients: they are placed, not generated. */
const PLACED: readonly JourneyAction[] = [
  'hold-rating',
  'hold-issue',
  'release',
  'onboard',
  'change-client',
  'deactivate-client',
  'listen',
  'documents',
]

type Weights = Partial<Record<JourneyAction, number>>

/** The weight of each action by the outcome that the quote was submitted for; default 1. */
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
  approved_rate: { update: 5, 'quote-proposal': 3, bind: 2 },
  retention_raised: { bind: 4, update: 4 },
}

/** The weight of each outcome that a quote is submitted for; default 1. */
const OUTCOMES: Readonly<Record<string, number>> = { underwriter_review: 3, retention_raised: 2 }

const oneOf = <T>(things: readonly T[], weightOf: (thing: T) => number): Arbitrary<T> =>
  fc.oneof(...things.map((thing) => ({ weight: weightOf(thing), arbitrary: fc.constant(thing) })))

function quotesOf({ outcomes, partners }: Possible): Arbitrary<readonly Made[]> {
  const [usual = 'ready_to_bind'] = outcomes
  const made = fc
    .record({
      outcome: oneOf(outcomes, (one) => (one === usual ? 3 : (OUTCOMES[one] ?? 1))),
      partner: oneOf(partners, (one) => (one === 'own' ? 4 : 1)),
      form: oneOf([undefined, 'beyond-ascii' as const], (one) => (one ? 1 : 3)),
    })
    .map(
      ({ outcome, partner, form }): Made => ({
        outcome,
        ...(partner === 'other' && { partner }),
        ...(form && { forms: [form] }),
      }),
    )
  return fc.array(made, { minLength: QUOTES, maxLength: QUOTES })
}

const stepOf = (quote: number, { outcome }: Made, actions: readonly JourneyAction[]): Arbitrary<Step> =>
  fc.record({
    quote: fc.constant(quote),
    action: oneOf(actions, (one) => WEIGHTS[outcome]?.[one] ?? 1),
    immediate: oneOf([false, true], (one) => (one ? 1 : 2)),
  })

/** A step, more often of the first quote than of the others. */
const anyStep = (made: readonly Made[], actions: readonly JourneyAction[]): Arbitrary<Step> =>
  fc.oneof(
    ...made.map((one, quote) => ({ weight: quote === 0 ? 4 : 1, arbitrary: stepOf(quote, one, actions) })),
  )

// Without bias, which prefers small journeys: these show little.
const generated = (journey: Arbitrary<Journey>): Arbitrary<Journey> =>
  new ShrinkingJourneys(fc.noBias(journey))

/** Journeys in any order, more often of one quote than of several. No work of the platform is held in them. */
export function journeys(possible: Possible): Arbitrary<Journey> {
  const actions = possible.actions.filter((action) => !PLACED.includes(action))
  return generated(
    quotesOf(possible).chain((quotes) =>
      fc.array(anyStep(quotes, actions), { ...STEPS, size: 'max' }).map((steps) => ({ quotes, steps })),
    ),
  )
}

const operator = (action: JourneyAction): Step => ({ quote: 0, action, immediate: true })

/**
 * Journeys in which an operator holds work for some steps. A quote is submitted, or bound, while its work is held.
 *
 * @param works the work that can be held; at least one
 */
export function heldJourneys(possible: Possible, works: readonly Work[]): Arbitrary<Journey> {
  const actions = possible.actions.filter((action) => !PLACED.includes(action))
  const steps = (quotes: readonly Made[], minLength: number, maxLength: number) =>
    fc.array(anyStep(quotes, actions), { minLength, maxLength, size: 'max' })
  const journey = fc.tuple(quotesOf(possible), fc.constantFrom(...works)).chain(([quotes, work]) => {
    const [first = { outcome: 'ready_to_bind' }] = quotes
    const before = work === 'rating' ? fc.constant([]) : readied(first, possible)
    const begun = work === 'rating' ? fc.constant([]) : fc.constant([immediately('bind')])
    return fc
      .tuple(before, begun, steps(quotes, 1, 4), steps(quotes, 1, 5))
      .map(([early, bind, held, late]): Journey => {
        const under = [operator(`hold-${work}`), ...bind, ...held, operator('release')]
        return { quotes, steps: [...early, ...under, ...late] }
      })
  })
  return generated(journey)
}

const immediately = (action: JourneyAction): Step => ({ quote: 0, action, immediate: true })
const patiently = (action: JourneyAction): Step => ({ quote: 0, action, immediate: false })

/** Steps that make the first quote ready to bind where it can be, updated now and then. */
function readied({ outcome }: Made, { actions }: Possible): Arbitrary<readonly Step[]> {
  const approved =
    outcome === 'underwriter_review' && actions.includes('approve') ? [patiently('approve')] : []
  const updated = oneOf([false, true], () => 1).map((isUpdated) =>
    isUpdated ? [patiently('update'), patiently('rest')] : [patiently('status')],
  )
  return updated.map((more) => [...approved, ...more])
}
