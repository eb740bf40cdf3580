import type { Coverage, Generation } from '../../../conformance/generation.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import {
  CannotTell,
  cannotTell,
  type Finding,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../conformance/verdict.ts'
import { newInsured } from '../../../generators/forms.ts'
import { type CombinedJourneys, combinedJourneys } from '../../../generators/journeys/combined.ts'
import { heldJourneys, journeys } from '../../../generators/journeys/generate.ts'
import type { Journey, Possible, Work } from '../../../generators/journeys/journey.ts'
import type { Spec } from '../../../spec/spec.ts'
import { apart, underCircumstances } from '../statements/under-circumstances.ts'
import {
  type Case,
  type Cases,
  type Property,
  type Remarkable,
  runProperty,
} from '../vocabulary/cases/property.ts'
import { claim, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { canHold } from '../vocabulary/operator/hold.ts'
import { officeOn } from '../vocabulary/operator/office.ts'
import { whatStays } from '../vocabulary/operator/scenario.ts'
import { bindLater } from './bind-later.ts'
import { caseOfFinding } from './case-of-finding.ts'
import { journeyClients } from './clients.ts'
import { driveJourney } from './drive-journey.ts'
import { openEndpoints } from './endpoints.ts'
import { HoldLock } from './hold-lock.ts'
import { isBroken, journeyRequirements, judgingBy } from './judge.ts'
import { shownByJourneys } from './judge-ledger.ts'
import { judgedByQuote } from './judged-by-quote.ts'
import { clientsOf, lackOfCircumstance, possibleOn } from './possible.ts'
import type { SharedByJourneys } from './run.ts'
import type { JourneyTrace } from './trace.ts'
import { withBreaches } from './with-breaches.ts'

type Trace = Cases<Journey, JourneyTrace> & {
  /** Descriptions of the things that were created in the back office and remain. */
  readonly remains: readonly string[]
}

type Source = Pick<Property<Journey, JourneyTrace>, 'arbitrary' | 'written'> & {
  readonly combined?: CombinedJourneys
}

interface Kind {
  readonly id: string
  readonly title: string
  readonly exclusive?: true
  /** The run's number of cases is divided by this: journeys that hold work back are exclusive and slow. */
  readonly share?: number
  /** Its documents are opened with a PDF reader. */
  readonly opens?: true
  /** @throws CannotTell when the target offers nothing of the kind */
  generate(possible: Possible, works: readonly Work[], generation: Generation): Source
}

const WORKS: readonly Work[] = ['rating', 'issue']

const KINDS: readonly Kind[] = [
  {
    id: 'journeys/any-order',
    title: 'Sections 3 and 6 hold after each step, in any order of steps',
    generate: (possible) => ({ arbitrary: journeys(possible) }),
  },
  {
    id: 'journeys/held',
    title: 'Sections 3 and 6 hold while ratings or policies are held, and after their release',
    exclusive: true,
    share: 3,
    generate(possible, works) {
      if (works.length === 0) throw new CannotTell('nobody can hold work back', 'operator.hold_rating')
      return { arbitrary: heldJourneys(possible, works) }
    },
  },
  {
    id: 'journeys/combined',
    title: 'Sections 3 and 6 hold for every pair of circumstances of a quote',
    exclusive: true,
    opens: true,
    generate(possible, _, generation) {
      const combined = combinedJourneys(possible, generation)
      return { arbitrary: journeys(possible), written: combined.journeys, combined }
    },
  },
]

/** Parallel journeys of a scenario that is exclusive. On a moved clock all of them share its moves, and each hold of work. */
const AT_ONCE_EXCLUSIVE = { moved: 100, real: 16 }
/**
 * On a moved clock journeys begin at so many moments, this far apart in milliseconds. These end in every digit, so that a platform's
 * timestamps show each.
 */
const MOMENTS = { count: 10, apartMs: 37 }

/** Scenarios that submit, read, update, bind and review quotes in any order, several at once (3, 6). */
export const journeyScenarios = (spec: Spec, remarkable: Remarkable): readonly PlatformScenario[] =>
  KINDS.map((kind) => journeyScenario(kind, spec, remarkable))

function journeyScenario(
  { id, title, exclusive, share = 1, opens, generate }: Kind,
  spec: Spec,
  remarkable: Remarkable,
): PlatformScenario {
  const judge = judgingBy(spec)
  return scenario<Trace>({
    id,
    title,
    ...(exclusive && { exclusive }),
    ...(opens && { shows: shownByJourneys(spec) }),
    cases: 'numbered',
    caseOf: (finding, { kept, counterexample }, { arrivals = [] }) =>
      caseOfFinding(
        finding,
        [...kept, ...(counterexample ? [counterexample] : [])],
        arrivals.find(({ id }) => id === finding.arrival)?.body,
      ),
    async drive(context, _, isChosen) {
      const works = WORKS.filter((work) => canHold(context.operator, work))
      const { generation } = context
      const source = generate(possibleOn(context, works), works, generation)
      const office = officeOn(context)
      const partnerId = clientsOf(context)
      const shared: SharedByJourneys = {
        holdLock: new HoldLock(),
        endpoints: await openEndpoints(context, exclusive === true),
        clients: partnerId === undefined ? undefined : journeyClients(context, office, partnerId),
        insured: newInsured(context.unique()),
        made: new Map(),
        submitted: new Set(),
        reused: new Set(),
        begun: 0,
        opens: opens === true,
      }
      const runs = Math.ceil(generation.runs / share)
      const most = context.clock.virtual ? AT_ONCE_EXCLUSIVE.moved : AT_ONCE_EXCLUSIVE.real
      const atOnce = exclusive ? Math.max(generation.atOnce, most) : generation.atOnce
      const driven = property(source, shared, judge, spec)
      const cases = await runProperty(
        { ...context, generation: { ...generation, runs, atOnce } },
        driven,
        remarkable,
        isChosen,
      ).finally(() => office.leavings.end())
      // A case that is run again alone covers nothing.
      if (source.combined !== undefined && !('replay' in generation))
        generation.covered({
          ...coverageOf(source.combined, cases.kept),
          left: source.combined.missing.flatMap(({ circumstance, cause }) => {
            const why = lackOfCircumstance(cause, context, works)
            return why === undefined ? [] : [{ circumstance, why }]
          }),
        })
      if (source.combined !== undefined && shared.endpoints !== undefined)
        await bindLater(context, cases.kept).catch(unlessUnable)
      return { ...cases, remains: await office.leavings.end() }
    },
    claims: [
      ...journeyRequirements(spec, opens === true).map((requirement) =>
        claim<Trace>(requirement, (trace, facts) => verdictOf(trace, requirement, facts)),
      ),
      claim('observe-what-the-run-leaves', ({ remains }) => whatStays(remains)),
    ],
  })

  /** The verdict of the counterexample where it shows a breach, since it is the shortest; else that of all journeys together. */
  function verdictOf({ kept, counterexample }: Trace, requirement: string, facts: Facts<Spec>): Verdict {
    const judged = ({ seen }: Case<Journey, JourneyTrace>) =>
      judgedByQuote(judge(seen), requirement, seen, facts)
    const all = kept.flatMap(judged)
    const small = counterexample === undefined ? [] : judged(counterexample)
    if (small.some(({ verdict }) => verdict.kind === 'failed')) return underCircumstances(small, apart(all))
    if (all.length > 0) return underCircumstances(all, apart(all))
    const [left] = kept.flatMap(({ seen }) => seen.left ?? [])
    return cannotTell(left?.why ?? 'no journey of this run reached it', left?.key)
  }
}

/** A journey that could not be driven; others can be. */
function leftUndriven(error: unknown): JourneyTrace {
  if (!(error instanceof CannotTell)) throw error
  const { message: why, key } = error
  return { quotes: [], steps: [], exchanges: [], left: { why, ...(key !== undefined && { key }) } }
}

const coverageOf = (
  { together, covered }: CombinedJourneys,
  cases: readonly Case<Journey, JourneyTrace>[],
): Coverage => ({
  covered: covered(
    new Map(
      cases.flatMap(({ input, seen: { quotes, steps } }) => {
        const [quote] = quotes
        return quote === undefined
          ? []
          : [[input, { made: quote.made, actions: steps.map(({ action }) => action) }]]
      }),
    ),
  ),
  together,
  cases: cases.filter(({ seen }) => seen.left === undefined).length,
})

/** A breach of a journey. The claims and statements name what it is. */
const BROKEN: Finding = { expected: 'no breach', observed: 'a breach' }

const property = (
  source: Source,
  shared: SharedByJourneys,
  judge: ReturnType<typeof judgingBy>,
  spec: Spec,
): Property<Journey, JourneyTrace> => ({
  ...{ arbitrary: source.arbitrary, ...(source.written && { written: source.written }) },
  prepare: (own, journey) => async () => {
    // Those that need a client of their own begin together: they share one while they submit.
    const isTogether = journey.quotes.some(({ byFormerClient }) => byFormerClient === true)
    const place = isTogether ? 0 : shared.begun++ % MOMENTS.count
    if (own.clock.virtual) await own.clock.sleep(place * MOMENTS.apartMs)
    const seen = await driveJourney(own, journey, shared).catch(leftUndriven)
    if (seen.left !== undefined) return seen
    return withBreaches(own, seen, shared)
  },
  judge: (seen) => (isBroken(seen, judge(seen), spec) ? failed(BROKEN) : passed()),
  exchangesOf: ({ exchanges }) => exchanges,
  steps: (_, { steps }) => steps.map(({ text }) => text).filter((text) => text !== ''),
})
