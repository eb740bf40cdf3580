import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { advised } from '../remedy.ts'
import { bodyClaims } from './claims/bodies.ts'
import { credentialClaims } from './claims/credentials.ts'
import { methodClaims } from './claims/methods.ts'
import { generated } from './sessions/generated.ts'
import { newerPlatforms } from './sessions/newer.ts'
import { outages } from './sessions/outages.ts'
import { sessionsIn } from './sessions/table.ts'
import type { ClientContext } from './vocabulary/context.ts'
import { unlessEnded } from './vocabulary/ended.ts'

export { NOT_RECORDED, recordedStatements } from './recorded/index.ts'
export { type ClientContext, clientContext } from './vocabulary/context.ts'

/**
 * All sessions that judge a client. They run side by side, the longest first. The first session of all shows that there is a client.
 */
export function clientSuite(spec: Spec): Suite<ClientContext, Spec> {
  const journeys = sessionsIn('journeys.yaml')
  return advised(
    unlessEnded({
      scenarios: [
        ...journeys.slice(0, 1),
        ...outages,
        ...sessionsIn('outages.yaml'),
        ...journeys.slice(1),
        ...sessionsIn('credentials.yaml'),
        ...sessionsIn('answers.yaml'),
        ...generated,
        ...sessionsIn('outcomes.yaml'),
        ...newerPlatforms(spec),
      ],
      standing: [...credentialClaims, ...bodyClaims, ...methodClaims],
    }),
  )
}
