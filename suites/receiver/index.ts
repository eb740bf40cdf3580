import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import type { ReceiverContext } from './context.ts'
import { eventsScenario } from './deliveries/events.ts'
import { firstDelivery } from './deliveries/first.ts'
import { oneAtATime } from './deliveries/one-at-a-time.ts'
import { openDeliveries } from './deliveries/open.ts'
import { rawBody } from './deliveries/raw-body.ts'
import { variedContent } from './deliveries/varied.ts'
import { address, certificate } from './endpoint/address.ts'
import { tlsVersions } from './endpoint/tls.ts'
import { forgeryScenarios } from './forgeries/index.ts'
import { framing } from './framing/framing.ts'
import { burst } from './load/burst.ts'
import { sustained } from './load/sustained.ts'
import { answerTimes } from './observations/answer-times.ts'
import { observations } from './observations/open.ts'
import { brokenAttempt } from './repeats/broken-attempt.ts'
import { manyOthers } from './repeats/many-others.ts'
import { repeats } from './repeats/repeats.ts'
import { restarted } from './repeats/restart.ts'
import { repeatsTogether } from './repeats/together.ts'
import { gracePeriod } from './secrets/grace.ts'
import { wholeAnswers } from './whole-answers.ts'

export { receiverBounds } from './bounds.ts'
export { receiverContext } from './context.ts'

/**
 * Everything that judges a webhook receiver, in the order in which it is driven: one scenario after the other. What the
 * specification states comes first, so that nothing which it leaves open can spoil it; load comes last, since a receiver may
 * take its time to recover.
 */
export function receiverSuite(spec: Spec): Suite<ReceiverContext, Spec> {
  return {
    scenarios: [
      address,
      certificate,
      tlsVersions,
      firstDelivery,
      eventsScenario(spec),
      rawBody,
      variedContent,
      repeats,
      ...forgeryScenarios,
      gracePeriod,
      brokenAttempt,
      oneAtATime,
      manyOthers,
      repeatsTogether,
      restarted,
      openDeliveries,
      framing,
      answerTimes,
      observations,
      burst,
      sustained,
    ],
    standing: [wholeAnswers],
  }
}
