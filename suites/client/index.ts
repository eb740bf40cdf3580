import type { Suite } from '../../conformance/scenario.ts'
import type { Spec } from '../../spec/spec.ts'
import { advised } from '../remedy.ts'
import { bodyClaims } from './claims/bodies.ts'
import { credentialClaims } from './claims/credentials.ts'
import { methodClaims } from './claims/methods.ts'
import { answers } from './sessions/answers.ts'
import { connections } from './sessions/connections.ts'
import { credentials } from './sessions/credentials.ts'
import { generated } from './sessions/generated.ts'
import { https } from './sessions/https.ts'
import { newerPlatforms } from './sessions/newer.ts'
import { outages } from './sessions/outages.ts'
import { outcomes } from './sessions/outcomes.ts'
import { journeySessions, straightThrough } from './sessions/straight.ts'
import { submissions } from './sessions/submissions.ts'
import type { ClientContext } from './vocabulary/context.ts'
import { unlessEnded } from './vocabulary/ended.ts'

export { NOT_RECORDED, recordedStatements } from './recorded/index.ts'
export { type ClientContext, clientContext } from './vocabulary/context.ts'

/**
 * All sessions that judge a client. They run side by side, the longest first. The first session of all shows that there is a client.
 */
export function clientSuite(spec: Spec): Suite<ClientContext, Spec> {
  return advised(
    unlessEnded({
      scenarios: [
        straightThrough,
        ...outages,
        ...connections,
        ...journeySessions,
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
