import fc from 'fast-check'
import type { Submission } from './submission.ts'
import { naicsCodes, stateCodes } from './test-data.ts'

type Patch = Readonly<Submission>

const DAY_MS = 86_400_000

/**
 * Yields changes of a known-good submission that may bring a target to another outcome, as merge patches. First come patches of
 * one field each, with the most promising value first, all fields in turn. Patches of two fields follow. Within that, the seed
 * decides the order.
 */
export function* stepsAway(base: Patch, seed: number): Generator<Patch> {
  const retrySchedules = shuffled(retrySchedulesOf(base, seed), seed)
  const longest = Math.max(...retrySchedules.map(({ length }) => length))
  for (let place = 0; place < longest; place++)
    for (const sequence of retrySchedules) {
      const step = sequence[place]
      if (step !== undefined) yield step
    }
  const singles = retrySchedules.flatMap((sequence, field) =>
    sequence.slice(0, 3).map((step) => ({ field, step })),
  )
  const pairs = singles.flatMap((one) =>
    singles.filter(({ field }) => field > one.field).map((other) => ({ ...one.step, ...other.step })),
  )
  yield* shuffled(pairs, seed)
}

/** The values to try for each field, those first that rules of underwriting most often concern. */
function retrySchedulesOf(base: Patch, seed: number): readonly (readonly Patch[])[] {
  const of = (field: string, values: readonly unknown[]): readonly Patch[] =>
    values.map((value) => ({ [field]: value }))
  const states = stateCodes.filter((code) => !TELLING_STATES.includes(code))
  const sectors = Map.groupBy(naicsCodes, (code) => String(code).slice(0, 2))
  const industries = [...sectors.values()].map((codes) => shuffled(codes, seed)[0])
  return [
    of('question_highrisk', [base.question_highrisk !== true]),
    of('claims', [
      { claims_count: 99, claims_amount: 5_000_000 },
      ...[3, 10, 1, 5, 20, 2, 50].map((count) => ({ claims_count: count })),
      ...[1_000_000, 100_000].map((amount) => ({ claims_count: 1, claims_amount: amount })),
    ]),
    of('retention', [1, 1000, 500, 2500, 5000, 1_000_000, 100_000]),
    of(
      'revenue',
      [1_000_000_000, 50_000_000, 100_000_000, 10_000, 20_000_000, 1_000_000_000_000, 10_000_000],
    ),
    of('agg_limit', [100_000_000, 5_000_000, 10_000_000, 250_000, 3_000_000, 20_000_000, 50_000]),
    of('naics', [...TELLING_INDUSTRIES, ...shuffled(industries, seed)]),
    [...TELLING_STATES, ...shuffled(states, seed)].map((code) => ({
      insured_location: { address_state: code },
    })),
    of('broker_email', brokers(base.broker_email)),
    of(
      'effective_date',
      [400, 180, 3, 90, -60].map((days) => dayAfter(base.effective_date, days)),
    ),
    of('year_founded', [yearOf(base.effective_date), 1850, null, yearOf(base.effective_date) - 2]),
    of('website', [
      { has_website: false, domainName: null },
      { has_website: true, domainName: 'https://www.casino.example' },
    ]),
    of('insured_name', [
      'Decline',
      'Underwriter Review',
      'Not Onboarded',
      'Processing Failure',
      'Failed',
      'Declined LLC',
    ]),
    of('insured_taxid', [base.insured_taxid === undefined ? '12-3456789' : null, '00-0000000', '99-9999999']),
  ]
}

/** States in which insurers refer or decline more often than elsewhere, or have no licence. */
const TELLING_STATES: readonly string[] = ['NY', 'HI', 'PR', 'AK', 'FL', 'CA', 'GU', 'LA', 'VT']
/** Industries of the high-risk operations, and others that work with data or money. */
const TELLING_INDUSTRIES: readonly number[] = [713210, 518210, 561440, 522320, 622110, 332994, 623110, 921120]

/** Addresses of brokers that the target may not know: of another firm, and of another person of the same firm. */
function brokers(known: unknown): readonly string[] {
  const domain = typeof known === 'string' ? known.split('@').at(-1) : undefined
  return [
    'new.broker@unknown-brokerage.example',
    `new.broker@${domain ?? 'example.com'}`,
    'unknown.broker@example.org',
    'not.onboarded@example.com',
    'pat@new-brokerage.example',
  ]
}

const dayOf = (date: unknown): number => {
  const day = Date.parse(String(date))
  return Number.isNaN(day) ? Date.UTC(2030, 0, 1) : day
}

const dayAfter = (date: unknown, days: number): string =>
  new Date(dayOf(date) + days * DAY_MS).toISOString().slice(0, 10)

const yearOf = (date: unknown): number => new Date(dayOf(date)).getUTCFullYear()

/** The items in an order that the seed decides. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const all = [...items]
  const [order = []] = fc.sample(
    fc.shuffledSubarray(
      all.map((_, index) => index),
      { minLength: all.length },
    ),
    { seed, numRuns: 1 },
  )
  return order.map((index) => all[index] as T)
}

/** Smaller patches: each leaves out one member, also inside objects. */
export function lesser(patch: Patch): readonly Patch[] {
  const names = Object.keys(patch)
  const without = names.length > 1 ? names.map((name) => omit(patch, name)) : []
  const inside = names.flatMap((name) => {
    const inner = patch[name]
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return []
    const members = Object.keys(inner)
    return members.length < 2
      ? []
      : members.map((member) => ({ ...patch, [name]: omit(inner as Patch, member) }))
  })
  return [...without, ...inside]
}

function omit(patch: Patch, name: string): Submission {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => key !== name))
}
