import { all, cannotTell, observed } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { newerThan } from '../../../spec/versions.ts'
import { type ClientScenario, clientScenario, sessionClaim } from '../vocabulary/context.ts'
import { NOTHING_ENTERED, wrongEnd } from '../vocabulary/endings.ts'

/** A whole journey on the platform of each newer version that changed something for clients. */
export const newerPlatforms = ({ requirements, versions }: Spec): readonly ClientScenario[] =>
  requirements
    .filter(({ side, forward }) => side === 'client' && forward)
    .map(({ id, until = '' }) =>
      clientScenario({
        id: `forward/${id}`,
        title: `The platform has gone on to ${until}`,
        session: { platform: { lacks: newerThan(versions, until).map((entry) => entry.id) } },
        claims: [
          sessionClaim(id, ({ performances }) => {
            const runs = performances.flatMap((one) => one.runs.map((run) => ({ one, run })))
            if (runs.length === 0) return cannotTell('nobody drove the client')
            return all(
              runs.map(({ one, run }) => {
                if (run.end.kind === 'by-hand') return NOTHING_ENTERED
                const [wrong] = wrongEnd(run, one)
                return observed(
                  wrong === undefined
                    ? `survives ${until}: the journey ends in order`
                    : `does not survive ${until}: ${wrong.observed}, where ${wrong.expected} is expected`,
                )
              }),
            )
          }),
        ],
      }),
    )
