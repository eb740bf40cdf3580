import fc, { type Arbitrary } from 'fast-check'
import type { Generation } from '../../../conformance/generation.ts'
import type { SessionTrace } from '../../../conformance/ports/client.ts'
import { defineScenario } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import { spread } from '../../../generators/spread.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  type ClientClaim,
  type ClientContext,
  type ClientScenario,
  type Situation,
  situationAsOf,
} from '../vocabulary/context.ts'

/** Sessions that are generated anew for each seed. */
export interface GeneratedSessions<Case extends Situation> {
  readonly id: string
  readonly title: string
  readonly cases: Arbitrary<Case>
  /** Names the properties that a case covers. Many cases are generated, and the cases that together cover most are sent. */
  shownBy?(one: Case): readonly string[]
  readonly claims: readonly ClientClaim[]
}

/** A case and its trace. */
interface Performed {
  readonly generated: Situation
  readonly trace: SessionTrace
}

/**
 * Makes a scenario of generated sessions. Each case starts the client anew, so there is no shrinking: the smallest case with a breach
 * is kept.
 */
export function generatedSessions<Case extends Situation>(of: GeneratedSessions<Case>): ClientScenario {
  const { id, title } = of
  const claims = of.claims.map(overCases)
  return defineScenario<ClientContext, Spec, SessionTrace>({
    ...{ id, title, claims },
    needs: [{ offers: 'command' }],
    generated: true,
    readOnly: true,
    async drive({ generation, perform, spec }) {
      const cases = 'replay' in generation ? [generation.replay as Case] : generatedCases(of, generation)
      const performed = await Promise.all(
        cases.map(async (generated, index): Promise<Performed> => {
          const name = `${id.replaceAll('/', '-')}-${index + 1}`
          return { generated, trace: await perform({ ...situationAsOf(spec, generated), name, title }) }
        }),
      )
      const breach = ({ trace }: Performed) =>
        claims
          .map((claim) => claim.judge(trace, { spec, exchanges: [] }))
          .find(({ kind }) => kind === 'failed')
      const [smallest] = performed
        .filter((one) => breach(one) !== undefined)
        .toSorted((one, other) => sizeOf(one) - sizeOf(other))
      if (smallest !== undefined) generation.found(counterexampleOf(smallest))
      const [first] = performed
      return {
        journey: first?.trace.journey ?? [],
        performances: performed.flatMap(({ trace }) => trace.performances),
      }
    },
  })
}

const GENERATED_FOR_EACH = 40

function generatedCases<Case extends Situation>(
  { cases, shownBy }: GeneratedSessions<Case>,
  { seed, runs }: Pick<Generation, 'seed' | 'runs'>,
): readonly Case[] {
  if (shownBy === undefined) return fc.sample(cases, { seed, numRuns: runs })
  return spread(fc.sample(cases, { seed, numRuns: runs * GENERATED_FOR_EACH }), shownBy, runs)
}

/** Judges each case separately: a case that shows nothing for a claim does not affect the verdict on the others. */
const overCases = (claim: ClientClaim): ClientClaim => ({
  ...claim,
  judge(trace, facts) {
    const verdicts = trace.performances.map((one) => claim.judge({ ...trace, performances: [one] }, facts))
    const shown = verdicts.filter((one) => !isUnseen(one))
    return all(shown.length > 0 ? shown : verdicts)
  },
})

const isUnseen = (verdict: Verdict): boolean => verdict.kind === 'cannot-tell' && verdict.cutOff !== true

const sizeOf = ({ generated }: Performed): number => JSON.stringify(generated).length

const counterexampleOf = ({ generated, trace }: Performed) => ({
  case: generated,
  steps: Object.entries(generated).map(([part, value]) => `${part}: ${JSON.stringify(value)}`),
  exchanges: trace.performances.flatMap(({ requests }) => requests.map(({ id }) => id)),
})
