import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { advised } from '../remedy.ts'
import { afterQuiet } from './features/deliveries/after-quiet.ts'
import { content } from './features/deliveries/content.ts'
import { eventsScenario } from './features/deliveries/events.ts'
import { firstDelivery } from './features/deliveries/first.ts'
import { newerEvents } from './features/deliveries/newer.ts'
import { oneAtATime } from './features/deliveries/one-at-a-time.ts'
import { openDeliveries } from './features/deliveries/open.ts'
import { rawBody } from './features/deliveries/raw-body.ts'
import { deliveriesInWays } from './features/deliveries/ways.ts'
import { certificate, endpointAddress } from './features/endpoint/address.ts'
import { endpointTls } from './features/endpoint/tls.ts'
import { forgeriesInARow } from './features/forgeries/in-a-row.ts'
import { forgeriesInWays, forgeryScenarios } from './features/forgeries/index.ts'
import { overOneConnection } from './features/forgeries/over-one-connection.ts'
import { framing } from './features/framing/framing.ts'
import { idleConnection } from './features/framing/idle-connection.ts'
import { burst } from './features/load/burst.ts'
import { sustained } from './features/load/sustained.ts'
import { answerTimes } from './features/open-points/answer-times.ts'
import { leftOut } from './features/open-points/left-out.ts'
import { observations } from './features/open-points/open.ts'
import { sentAgain, sentEarly } from './features/repeats/at-the-end.ts'
import { brokenAttempt } from './features/repeats/broken-attempt.ts'
import { knownToTheEnd } from './features/repeats/late.ts'
import { manyOthers } from './features/repeats/many-others.ts'
import { repeats } from './features/repeats/repeats.ts'
import { restarted } from './features/repeats/restart.ts'
import { restartedAtOnce } from './features/repeats/restart-at-once.ts'
import { repeatsTogether } from './features/repeats/together.ts'
import { wholeRun } from './features/repeats/whole-run.ts'
import { gracePeriod } from './features/secrets/grace.ts'
import { variedContent } from './properties/content.ts'
import { generatedForgeries } from './properties/forgeries.ts'
import { generatedHistories } from './properties/histories.ts'
import { answersOverKept } from './statements/answers-over-kept.ts'
import { goesOnListening } from './statements/stays-up.ts'
import { wholeAnswers } from './statements/whole-answers.ts'
import { underDeliveries } from './vocabulary/circumstances/under-deliveries.ts'
import type { ReceiverContext } from './vocabulary/context.ts'

export { receiverBounds } from './bounds.ts'
export { type ReceiverContext, receiverContext } from './vocabulary/context.ts'

/**
 * All scenarios that judge a webhook receiver. They are driven one after the other, since the specification promises one
 * delivery at a time. Where a receiver is slow but bears several deliveries, scenarios overlap unless they are exclusive.
 * Stated requirements come first, so that open points cannot disturb them. Load comes late, since a receiver may need time to
 * recover.
 */
export function receiverSuite(spec: Spec): Suite<ReceiverContext, Spec> {
  const suite: Suite<ReceiverContext, Spec> = {
    scenarios: [
      endpointAddress,
      certificate,
      endpointTls,
      firstDelivery,
      eventsScenario(spec),
      sentEarly,
      rawBody,
      content,
      repeats,
      ...forgeryScenarios,
      overOneConnection,
      gracePeriod,
      brokenAttempt,
      framing,
      idleConnection,
      repeatsTogether,
      manyOthers,
      variedContent,
      generatedForgeries,
      generatedHistories,
      forgeriesInWays,
      deliveriesInWays,
      openDeliveries,
      observations,
      ...newerEvents(spec),
      oneAtATime,
      answerTimes,
      burst,
      sustained,
      afterQuiet,
      sentAgain,
      knownToTheEnd,
      // Runs after the scenarios with repeats: a restart may reload ids that were remembered only for a while, and then keep
      // them for good.
      restarted,
      restartedAtOnce,
      wholeRun,
      // A receiver may take no deliveries for a while behind these.
      forgeriesInARow,
      leftOut,
    ],
    standing: [wholeAnswers, goesOnListening, answersOverKept],
  }
  return advised(underCircumstances(suite))
}

/** Has each finding on a delivery say what sets those apart that went wrong. */
const underCircumstances = ({
  scenarios,
  standing,
}: Suite<ReceiverContext, Spec>): Suite<ReceiverContext, Spec> => ({
  scenarios: scenarios.map((scenario) => ({
    ...scenario,
    claims: scenario.claims.map((claim) => ({
      ...claim,
      judge: (trace, facts) => underDeliveries(claim.judge(trace, facts), trace, facts),
    })),
  })),
  standing: standing.map((claim) => ({
    ...claim,
    judge(facts) {
      const verdict = claim.judge(facts)
      return verdict && underDeliveries(verdict, undefined, facts)
    },
  })),
})
