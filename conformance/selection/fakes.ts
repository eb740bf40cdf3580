import type { Exchange } from '../exchange.ts'
import type { Lease, Target } from '../ports/target.ts'
import type { Requirement } from '../requirement.ts'
import { defineScenario, type Scenario, type Suite } from '../scenario.ts'
import { passed, type Verdict } from '../verdict.ts'
import { type PlanInput, plan } from './plan.ts'
import type { Rules } from './rules.ts'
import type { Selection } from './selection.ts'

/** Fakes of suite, specification and target, for the tests of plans and runs. */
export interface FakePorts {
  send(method: string): void
}

export type FakeScenario = Scenario<FakePorts, undefined>
export type FakeSuite = Suite<FakePorts, undefined>

export const everything: Selection = { only: [], scenarios: [], allowWrites: false }

export function requirement(id: string, more: Partial<Requirement> = {}): Requirement {
  return { id, clause: '4', level: 'must', side: 'platform', title: `${id} holds`, ...more }
}

export function rules(...requirements: readonly Requirement[]): Rules {
  return { version: 'v1.14.2', requirements, holds: ({ since }) => since !== 'v9.0.0' }
}

export interface FakeScenarioOptions extends Partial<Omit<FakeScenario, 'claims'>> {
  readonly claims?: Readonly<Record<string, () => Verdict>>
}

export function fakeScenario(id: string, { claims = {}, ...more }: FakeScenarioOptions = {}): FakeScenario {
  return defineScenario<FakePorts, undefined, unknown>({
    id,
    title: `${id} is driven`,
    drive: async () => undefined,
    ...more,
    claims: Object.entries(claims).map(([name, judge]) => ({ requirement: name, judge })),
  })
}

export const pass = (): Verdict => passed()

function exchange(id: string, method: string): Exchange {
  return {
    id,
    operation: 'other',
    request: { method, url: 'http://127.0.0.1/api', headers: [] },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

export function target(more: Partial<Target<FakePorts>> = {}): Target<FakePorts> {
  return {
    facts: { name: 'fake', environment: 'sandbox', baseUrl: 'http://127.0.0.1/api', apiVersion: 'v1.14.2' },
    isolates: false,
    lacks: () => undefined,
    lost: () => undefined,
    redact: (text) => text,
    lease: async ({ id }): Promise<Lease<FakePorts>> => {
      const sent: Exchange[] = []
      return {
        ports: { send: (method) => void sent.push(exchange(`${id}/${sent.length + 1}`, method)) },
        exchanges: () => [...sent],
        arrivals: () => [],
        release: async () => undefined,
      }
    },
    shown: (evidence) => evidence,
    showsTooMuch: () => false,
    close: async () => undefined,
    ...more,
  }
}

export function planOf(suite: FakeSuite, input: Partial<PlanInput<FakePorts, undefined>> = {}) {
  const ids = new Set([
    ...suite.scenarios.flatMap(({ claims }) => claims.map((claim) => claim.requirement)),
    ...suite.standing.map((claim) => claim.requirement),
  ])
  return plan({
    side: 'platform',
    rules: rules(...[...ids].map((id) => requirement(id))),
    suite,
    selection: everything,
    target: target(),
    ...input,
  })
}
