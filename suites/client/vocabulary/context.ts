import type { ClientNeed, ClientPorts, Session, SessionTrace } from '../../../conformance/ports/client.ts'
import {
  type Claim,
  defineScenario,
  type Scenario,
  type ScenarioDefinition,
} from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { newerThan } from '../../../spec/versions.ts'
import { claim } from '../../claim.ts'

/** Tools of a client scenario. */
export interface ClientContext extends ClientPorts {
  readonly spec: Spec
}

export type ClientScenario = Scenario<ClientContext, Spec>
export type ClientClaim = Claim<SessionTrace, Spec>

/** One requirement, judged on the trace of a session. */
export const sessionClaim = claim<SessionTrace>

export function clientContext(ports: ClientPorts, spec: Spec): ClientContext {
  return { ...ports, spec }
}

/** A session without its name and title, which are those of its scenario. */
export type Situation = Omit<Session, 'name' | 'title'>

/** A session as a scenario: the session is performed, and the result is the trace. */
export type SessionScenario = Pick<
  ScenarioDefinition<ClientContext, Spec, SessionTrace>,
  'id' | 'title' | 'claims' | 'exempt'
> & {
  readonly needs?: readonly ClientNeed[]
  readonly session?: Situation
}

/** Makes a scenario of a session. */
export function clientScenario({ session = {}, ...definition }: SessionScenario): ClientScenario {
  const name = definition.id.replaceAll('/', '-')
  return defineScenario<ClientContext, Spec, SessionTrace>({
    ...definition,
    // It writes only to the simulated platform.
    readOnly: true,
    drive: ({ perform, spec }) => perform({ ...situationAsOf(spec, session), name, title: definition.title }),
  })
}

/**
 * A session on a platform of the judged version, unless the session names another. The submission keeps the fields that this version
 * requires.
 */
export function situationAsOf(spec: Spec, { platform, submission, ...session }: Situation): Situation {
  const { versions, version } = spec
  const required = spec.schema('Submission').required ?? []
  const fields = Object.entries(submission ?? {})
  return {
    ...session,
    platform: { lacks: newerThan(versions, version).map(({ id }) => id), ...platform },
    ...(submission !== undefined && {
      submission: Object.fromEntries(
        fields.filter(([field, value]) => value !== null || !required.includes(field)),
      ),
    }),
  }
}
