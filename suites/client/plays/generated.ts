import fc from 'fast-check'
import type { PlayTrace } from '../../../conformance/ports/client.ts'
import { defineScenario } from '../../../conformance/scenario.ts'
import { nearVariation, type Variation } from '../../../generators/near.ts'
import type { Spec } from '../../../spec/spec.ts'
import { submissionIsValid } from '../claims/bodies.ts'
import { conductClaims } from '../claims/conduct.ts'
import { endsInOrder } from '../claims/endings.ts'
import type { ClientContext, ClientScenario } from '../vocabulary/context.ts'

/** Amounts of the known-good submission, which each case keeps in one form or the other. */
const BASE = { revenue: 5_000_000, agg_limit: 1_000_000, retention: 10_000 }
const TITLE = 'Submissions are generated: any fields, forms and scripts that are valid'

/** A case and what came of it. */
interface Performed {
  readonly variation: Variation
  readonly trace: PlayTrace
}

/** Each case is a start of the client, so there are few, and the smallest that shows a breach is kept as it is. */
export const generatedSubmissions: ClientScenario = defineScenario<ClientContext, Spec, PlayTrace>({
  id: 'submissions/generated',
  title: TITLE,
  needs: [{ offers: 'command' }],
  drawn: true,
  async drive({ generation, perform, spec }) {
    const { seed, runs: numRuns } = generation
    const cases =
      'replay' in generation
        ? [generation.replay as Variation]
        : fc.sample(nearVariation(BASE), { seed, numRuns })
    const performed = await Promise.all(
      cases.map(async (variation, index): Promise<Performed> => {
        const play = { name: `submissions-generated-${index + 1}`, title: TITLE, submission: variation.patch }
        return { variation, trace: await perform(play) }
      }),
    )
    const [smallest] = performed
      .filter(({ trace }) => submissionIsValid.judge(trace, { spec, exchanges: [] }).kind === 'failed')
      .toSorted((one, other) => sizeOf(one) - sizeOf(other))
    if (smallest !== undefined) generation.found(counterexampleOf(smallest))
    const [first] = performed
    return {
      journey: first?.trace.journey ?? [],
      performances: performed.flatMap(({ trace }) => trace.performances),
    }
  },
  claims: [...conductClaims, submissionIsValid, endsInOrder('client-writes-its-result')],
})

const sizeOf = ({ variation }: Performed): number => JSON.stringify(variation).length

const counterexampleOf = ({ variation, trace }: Performed) => ({
  case: variation,
  steps: [`the client is given the known-good submission with ${JSON.stringify(variation.patch)}`],
  exchanges: trace.performances.flatMap(({ requests }) =>
    requests.filter(({ operation }) => operation === 'submit').map(({ id }) => id),
  ),
})
