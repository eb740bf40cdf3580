import { type Cover, cover, coveredBy } from '../cover.ts'
import {
  APART,
  CIRCUMSTANCES,
  type CircumstanceCause,
  type Circumstances,
  causesOf,
  circumstanceCauseOf,
  STRONGER,
  WITHOUT_DETOUR,
} from './circumstances.ts'
import type { Journey, Made, Possible } from './journey.ts'
import { stepsFor, TURNS } from './steps.ts'

export interface CoverageOptions {
  readonly seed: number
  /** How many circumstances meet in each combination at least once; default 2. */
  readonly strength?: number
}

/** How a journey went: what its target took of the quote, and the actions that were carried out. */
export interface DrivenAs {
  readonly made: Made
  readonly actions: readonly string[]
}

/** Journeys that cover circumstances, each with the circumstances that it is for. */
export interface CombinedJourneys {
  readonly journeys: readonly Journey[]
  /** How many combinations of circumstances can meet on this target. */
  readonly together: number
  /** The circumstances that this target does not offer, each in words and with its cause. */
  readonly missing: readonly MissingCircumstance[]
  /**
   * How many of these combinations occurred.
   *
   * @param driven what was done in each journey that made a quote
   */
  covered(driven: ReadonlyMap<Journey, DrivenAs>): number
}

/** A value of a circumstance that a target does not offer. */
export interface MissingCircumstance {
  readonly circumstance: string
  readonly cause: CircumstanceCause
}

type Values = Readonly<Record<string, readonly string[]>>
type Row = Readonly<Record<string, string>>

/** One more factor: it decides which requests come at a moment where not all of them do. */
const TURN = 'turn'

/**
 * The journeys of one quote each in which every two circumstances meet that can. Platforms often fail where two features meet, even
 * if each works by itself. Whatever a target does not offer drops out beforehand.
 */
export function combinedJourneys(
  possible: Possible,
  { seed, strength = 2 }: CoverageOptions,
): CombinedJourneys {
  const turns = Array.from({ length: TURNS }, (_, turn) => String(turn))
  const offered = offeredBy(possible)
  const factors: Values = { ...offered, [TURN]: turns }
  const extent = { strength, stronger: STRONGER, beside: [WITHOUT_DETOUR as Row] }
  const { rows }: Cover<Values> = cover<Values>(factors, {
    ...extent,
    apart: APART as readonly Row[],
    seed,
  })
  const journeys = [...rows, ...plainRaises(factors)]
    .map((row) => ({ row, journey: journeyOf(row as Circumstances, Number(row[TURN]), possible) }))
    .toSorted((one, other) => rankOf(one.journey) - rankOf(other.journey))
  return {
    journeys: journeys.map(({ journey }) => journey),
    // A turn is no circumstance: what it asks may not have been driven.
    together: coveredBy(rows, offered, extent),
    missing: missingFrom(offered),
    covered: (driven) =>
      coveredBy(
        journeys.flatMap(({ row, journey }) => {
          const done = driven.get(journey)
          return done === undefined ? [] : [occurredOf(row, done)]
        }),
        offered,
        extent,
      ),
  }
}

/**
 * Rows in which a raised retention meets one form of the name. All else about the submission is usual, so nothing may rightly change such
 * a rate. Afterwards the quote is updated and bound, with downloads as soon as an event announces them.
 */
function plainRaises(factors: Values): readonly Row[] {
  const { retention = [], name = [] } = factors
  const usual = Object.fromEntries(Object.entries(factors).map(([one, [value = '']]) => [one, value]))
  const later: Row = { updates: 'two', downloads: 'announced' }
  const offered = Object.entries(later).filter(([one, value]) => factors[one]?.includes(value))
  const row = { ...usual, ...Object.fromEntries(offered), retention: 'raised' }
  return retention.includes('raised') ? name.slice(1).map((form) => ({ ...row, name: form })) : []
}

/** Journeys that need a client of their own come first: they share one while they submit together. */
const rankOf = ({ quotes }: Journey): number => (quotes.some((one) => one.byFormerClient) ? 0 : 1)

/** The circumstances that a target offers: each value that it lacks is left out. */
function offeredBy({ actions, outcomes, partners }: Possible): Values {
  const isOffered = ({ outcome, action, made }: CircumstanceCause): boolean =>
    (outcome === undefined || outcomes.includes(outcome)) &&
    (action === undefined || actions.includes(action)) &&
    // Whoever has no second key cannot go on with it.
    (made?.key === undefined || actions.includes('rotate')) &&
    (made?.partner === undefined || partners.includes(made.partner))
  return Object.fromEntries(
    Object.entries(CIRCUMSTANCES).map(([name, values]) => [
      name,
      Object.keys(values).filter((value) => isOffered(circumstanceCauseOf(name, value))),
    ]),
  )
}

/** The other values of each circumstance, as `name value`. */
const missingFrom = (offered: Values): readonly MissingCircumstance[] =>
  Object.entries(CIRCUMSTANCES).flatMap(([name, values]) =>
    Object.keys(values)
      .filter((value) => offered[name]?.includes(value) !== true)
      .map((value) => ({ circumstance: `${name} ${value}`, cause: circumstanceCauseOf(name, value) })),
  )

/** The circumstances without those that the target refused, and those that never occurred. */
const occurredOf = (row: Row, { made, actions }: DrivenAs): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => {
      const { outcome, form, action, made: asked } = circumstanceCauseOf(name, value)
      return (
        (outcome === undefined || outcome === made.outcome || made.also?.includes(outcome) === true) &&
        (form === undefined || made.forms?.includes(form) === true) &&
        (asked?.twice === undefined || made.twice === true) &&
        (action === undefined || actions.includes(action))
      )
    }),
  )

function journeyOf(row: Circumstances, turn: number, { actions }: Possible): Journey {
  const causes = causesOf(row)
  const [outcome = 'ready_to_bind', ...also] = causes.flatMap((cause) => cause.outcome ?? [])
  const forms = causes.flatMap((cause) => cause.form ?? [])
  return {
    quotes: [
      Object.assign(
        { outcome, ...(also.length > 0 && { also }), ...(forms.length > 0 && { forms }) },
        ...causes.map(({ made }) => made),
      ),
    ],
    steps: stepsFor(row, turn).filter(({ action }) => actions.includes(action)),
    requests: causes.flatMap(({ sentAs }) => sentAs ?? []),
  }
}
