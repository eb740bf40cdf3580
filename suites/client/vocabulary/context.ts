import type { ClientNeed, ClientPorts, Play, PlayTrace } from '../../../conformance/ports/client.ts'
import {
  type Claim,
  defineScenario,
  type Facts,
  type Scenario,
  type ScenarioDefinition,
} from '../../../conformance/scenario.ts'
import type { Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { newerThan } from '../../../spec/versions.ts'

/** Tools of a client scenario. */
export interface ClientContext extends ClientPorts {
  readonly spec: Spec
}

export type ClientScenario = Scenario<ClientContext, Spec>
export type ClientClaim = Claim<PlayTrace, Spec>

export function clientContext(ports: ClientPorts, spec: Spec): ClientContext {
  return { ...ports, spec }
}

/** A play without its name and title, which are those of its scenario. */
export type Situation = Omit<Play, 'name' | 'title'>

/** A play as a scenario: the play is performed, and the result is the trace. */
export type PlayScenario = Pick<
  ScenarioDefinition<ClientContext, Spec, PlayTrace>,
  'id' | 'title' | 'claims' | 'exempt'
> & {
  readonly needs?: readonly ClientNeed[]
  readonly play?: Situation
}

/** Makes a scenario of a play. */
export function played({ play = {}, ...definition }: PlayScenario): ClientScenario {
  const name = definition.id.replaceAll('/', '-')
  return defineScenario<ClientContext, Spec, PlayTrace>({
    ...definition,
    // It writes only to the played platform.
    readOnly: true,
    drive: ({ perform, spec }) => perform({ ...asOf(spec, play), name, title: definition.title }),
  })
}

/**
 * A play on a platform of the judged version, unless the play names another. The submission keeps the fields that this version
 * requires.
 */
export function asOf(spec: Spec, { platform, submission, ...play }: Situation): Situation {
  const { versions, version } = spec
  const required = spec.schema('Submission').required ?? []
  const fields = Object.entries(submission ?? {})
  return {
    ...play,
    platform: { lacks: newerThan(versions, version).map(({ id }) => id), ...platform },
    ...(submission !== undefined && {
      submission: Object.fromEntries(
        fields.filter(([field, value]) => value !== null || !required.includes(field)),
      ),
    }),
  }
}

/** One requirement, judged on the trace of a play. */
export function claim(
  requirement: string,
  judge: (trace: PlayTrace, facts: Facts<Spec>) => Verdict,
): ClientClaim {
  return { requirement, judge }
}
