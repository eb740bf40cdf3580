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
import { withRemedy } from '../../remedy.ts'

/** Tools of a client scenario. */
export interface ClientContext extends ClientPorts {
  readonly spec: Spec
}

export type ClientScenario = Scenario<ClientContext, Spec>
export type ClientClaim = Claim<PlayTrace, Spec>

export function clientContext(ports: ClientPorts, spec: Spec): ClientContext {
  return { ...ports, spec }
}

/** A play as a scenario: it is performed, and its trace is what came of it. */
export type PlayScenario = Pick<
  ScenarioDefinition<ClientContext, Spec, PlayTrace>,
  'id' | 'title' | 'claims' | 'exempt'
> & {
  readonly needs?: readonly ClientNeed[]
  /** Everything but its name and title, which are those of the scenario. */
  readonly play?: Omit<Play, 'name' | 'title'>
}

/** Makes a scenario of a play. */
export function played({ play = {}, ...definition }: PlayScenario): ClientScenario {
  const name = definition.id.replaceAll('/', '-')
  return defineScenario<ClientContext, Spec, PlayTrace>({
    ...definition,
    drive: ({ perform }) => perform({ ...play, name, title: definition.title }),
  })
}

/** One requirement, judged on the trace of a play; each finding says what can be changed. */
export function claim(
  requirement: string,
  judge: (trace: PlayTrace, facts: Facts<Spec>) => Verdict,
): ClientClaim {
  return {
    requirement,
    judge: (trace, facts) => withRemedy(requirement, judge(trace, facts), facts.spec),
  }
}
