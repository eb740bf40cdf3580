import type { WebhookEndpoint } from '../../../conformance/ports/webhooks.ts'
import { CannotTell, cannotTell, type Verdict } from '../../../conformance/verdict.ts'
import {
  JOURNEY_ACTIONS,
  type Journey,
  type JourneyAction,
  journeys,
  type Possible,
} from '../../../generators/journey.ts'
import type { Spec } from '../../../spec/spec.ts'
import { about } from '../features/webhooks/event.ts'
import { type Case, type Cases, type Property, type Remarkable, runProperty } from '../properties/property.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../vocabulary/context.ts'
import { judgeJourney, requirementsOf, together } from './judge.ts'
import type { Travelled } from './trace.ts'
import { travel } from './travel.ts'

type Trace = Cases<Journey, Travelled>

/** Quotes that are submitted, read, updated, bound and reviewed in any order, several at once (section 3). */
export function journeyScenario(spec: Spec, remarkable: Remarkable): PlatformScenario {
  return scenario<Trace>({
    id: 'journeys/any-order',
    title: 'Whatever is done with quotes in whatever order, section 3 holds after each step',
    async drive(context) {
      const endpoint = await openEndpoint(context)
      return runProperty(context, property(context, endpoint), remarkable)
    },
    claims: requirementsOf(spec).map((requirement) =>
      claim<Trace>(requirement, (trace) => saidOf(trace, spec, requirement)),
    ),
  })
}

/** The counterexample alone where it shows a breach, since it shows it shortest; else all journeys together. */
function saidOf({ kept, counterexample }: Trace, spec: Spec, requirement: string): Verdict {
  const said = ({ seen }: Case<Journey, Travelled>) =>
    judgeJourney(seen, spec).filter((one) => one.requirement === requirement)
  const small = counterexample === undefined ? [] : said(counterexample)
  if (small.some(({ verdict }) => verdict.kind === 'failed')) return together(small)
  const all = kept.flatMap(said)
  return all.length === 0 ? cannotTell('no journey of this run came to it') : together(all)
}

const property = (
  { facts, operator, spec }: PlatformContext,
  endpoint: WebhookEndpoint | undefined,
): Property<Journey, Travelled> => ({
  arbitrary: journeys(possible({ facts, operator })),
  prepare: (own, journey) => async () => {
    const seen = await travel(own, journey)
    if (endpoint === undefined) return seen
    // Announced events have arrived by now, or are on their way; a second policy would be as quick as the
    // first.
    await own.clock.sleep(own.facts.timing.deliverySlack)
    const arrived = endpoint.arrivals()
    return { ...seen, policies: seen.quotes.flatMap((quote) => about(quote, 'policy.created', arrived)) }
  },
  judge: (seen) => together(judgeJourney(seen, spec)),
  exchangesOf: ({ exchanges }) => exchanges,
  steps: (_, { steps }) => steps.map(({ text }) => text).filter((text) => text !== ''),
})

/** Outcomes that leave a quote behind. */
const OUTCOMES = ['underwriter_review', 'approved_rate', 'failed'] as const

function possible({ facts, operator }: Pick<PlatformContext, 'facts' | 'operator'>): Possible {
  const reviewed: readonly JourneyAction[] = ['approve', 'decline']
  return {
    outcomes: ['ready_to_bind', ...OUTCOMES.filter((outcome) => outcome in facts.outcomes)],
    actions: JOURNEY_ACTIONS.filter(
      (action) =>
        !reviewed.includes(action) ||
        operator.can(action === 'approve' ? 'review_approve' : 'review_decline'),
    ),
  }
}

/** Where the policies of all journeys are told of; without it they are judged by what the quote API shows alone. */
async function openEndpoint({ operator, webhooks }: PlatformContext): Promise<WebhookEndpoint | undefined> {
  if (!operator.can('register_endpoint')) return undefined
  try {
    return await webhooks.open(['policy.created'])
  } catch (error) {
    if (error instanceof CannotTell) return undefined
    throw error
  }
}
