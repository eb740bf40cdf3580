import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { observed, type Verdict } from '../../../../conformance/verdict.ts'
import { type Submission, uniqueSubmission } from '../../../../generators/submission.ts'
import { stateCodes } from '../../../../generators/test-data.ts'
import { RATE_REQUIREMENTS } from '../../statements/rating.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { quoteIdOf, stateOf } from '../../vocabulary/quotes/record.ts'

const LIMITS = [500_000, 1_000_000, 2_000_000, 3_000_000, 5_000_000]
const RETENTIONS = [2500, 5000, 10_000, 25_000, 50_000]
/** US states whose rules differ most: they are tried with every combination of small and large amounts. */
const LARGE = ['CA', 'FL', 'NY', 'TX']

/** NAICS codes of industries that a platform may rate and describe in other ways. */
const INDUSTRIES = [
  111998, 236220, 311811, 445110, 484121, 513210, 522110, 524210, 531210, 541110, 561320, 611310, 621111,
  713210, 722511, 813110, 921110,
]
/** Founding years of old and of young companies. */
const YEARS = [1875, 1999, 2015, 2023, 2024, 2025]

interface Market {
  readonly state: string
  readonly limit: number
  readonly retention: number
}

/**
 * Submits for every US state and for some industries. Taxes, fees, forms and admitted amounts differ, but the format of a record
 * does not; the standing claims judge it (2.3, R8). Whether a state or an industry is quoted is open (R5).
 */
export const otherStates: PlatformScenario = {
  ...scenario<readonly Exchange[]>({
    id: 'submit/other-states',
    title: 'Quotes of every state, industry and size have the stated form',
    async drive(context) {
      const inStates = marketsOf(context.generation.seed).map(({ state, limit, retention }) => ({
        insured_location: { address_state: state },
        agg_limit: limit,
        retention,
      }))
      const inIndustries = INDUSTRIES.map((naics, place) => ({
        naics,
        year_founded: YEARS[place % YEARS.length],
      }))
      const all = [...inIndustries, ...inStates]
      // In real time only the last ones, since each may take as long as a rating.
      const markets = context.clock.virtual ? all : all.slice(-LARGE.length * LARGE.length)
      const rated: Exchange[] = []
      const atOnce = context.clock.virtual ? markets.length : context.generation.atOnce
      for (let from = 0; from < markets.length; from += atOnce) {
        const some = markets.slice(from, from + atOnce)
        rated.push(...(await Promise.all(some.map((change) => rate(context, change)))))
      }
      return rated
    },
    claims: [claim('submit-observe-unusual-values', ratedOnes, 'in other states')],
  }),
  generated: true,
  exempt: RATE_REQUIREMENTS,
}

/** Lists each state once, with amounts from the seed, and those in `LARGE` with every combination of extreme amounts. */
export function marketsOf(seed: number): readonly Market[] {
  const nth = (list: readonly number[], place: number): number => list[Math.abs(place) % list.length] ?? 0
  const each = stateCodes.map((state, place) => ({
    state,
    limit: nth(LIMITS, place + seed),
    // Another step than that of the limits, so that the pairs differ from state to state.
    retention: nth(RETENTIONS, 2 * place + Math.floor(place / LIMITS.length) + seed),
  }))
  const ends = (list: readonly number[]) => [list[0] ?? 0, list.at(-1) ?? 0]
  const large = LARGE.flatMap((state) =>
    ends(LIMITS).flatMap((limit) => ends(RETENTIONS).map((retention) => ({ state, limit, retention }))),
  )
  return [...each, ...large]
}

async function rate({ api, quotes, facts, unique }: PlatformContext, change: Submission): Promise<Exchange> {
  const submission = mergePatch(facts.submission, change) as Submission
  const answer = await api.submit(uniqueSubmission(submission, {}, unique()))
  const id = quoteIdOf(answer)
  return id === undefined ? answer : (await quotes.rated(id)).last
}

function ratedOnes(answers: readonly Exchange[]): Verdict {
  const ready = answers.filter((one) => stateOf(one) === 'ready_to_bind')
  return observed(`${ready.length} of ${answers.length} became ready to bind`)
}
