import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { advised } from '../remedy.ts'
import { bodyClaims } from './claims/bodies.ts'
import { credentialClaims } from './claims/credentials.ts'
import { methodClaims } from './claims/methods.ts'
import { answers } from './plays/answers.ts'
import { connections } from './plays/connections.ts'
import { credentials } from './plays/credentials.ts'
import { generated } from './plays/generated.ts'
import { https } from './plays/https.ts'
import { newerPlatforms } from './plays/newer.ts'
import { outages } from './plays/outages.ts'
import { outcomes } from './plays/outcomes.ts'
import { journeys, straightThrough } from './plays/straight.ts'
import { submissions } from './plays/submissions.ts'
import type { ClientContext } from './vocabulary/context.ts'
import { unlessEnded } from './vocabulary/ended.ts'

export { type ClientContext, clientContext } from './vocabulary/context.ts'

/**
 * All plays that judge a client. They run side by side, the longest first. The first play of all shows that there is a client.
 */
export function clientSuite(spec: Spec): Suite<ClientContext, Spec> {
  return advised(
    unlessEnded({
      scenarios: [
        straightThrough,
        ...outages,
        ...connections,
        ...journeys,
        ...credentials,
        ...https,
        ...answers,
        ...submissions,
        ...generated,
        ...outcomes,
        ...newerPlatforms(spec),
      ],
      standing: [...credentialClaims, ...bodyClaims, ...methodClaims],
    }),
  )
}
